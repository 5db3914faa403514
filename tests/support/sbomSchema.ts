// Validates bills of materials against the published schema of CycloneDX 1.6.

import { Ajv } from 'ajv'
import { vectorText } from './data/vectors.ts'

const schema = (name: string): object => JSON.parse(vectorText(`cyclonedx/${name}.schema.json`))

// Formats are not checked: the schema's own patterns cover what the bill has.
const ajv = new Ajv({ strict: false, validateFormats: false, schemas: [schema('spdx'), schema('jsf-0.82')] })
const validate = ajv.compile(schema('bom-1.6'))

/** Returns the violations of the schema; none if the document is a bill of materials. */
export const sbomViolations = (document: unknown): readonly string[] => {
  validate(document)
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
