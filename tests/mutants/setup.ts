// A property that fails has noticed the mutant: no smaller counterexample is searched.
import fc from 'fast-check'

fc.configureGlobal({ endOnFailure: true })
