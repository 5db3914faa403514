// The page: the phase of the session selects what is shown; while the engine runs, the route does.
import { HashRouter, Route } from '@solidjs/router'
import { ErrorBoundary, type JSX, lazy, Match, Switch } from 'solid-js'
import { Loading } from './components/feedback/Loading.tsx'
import { EntryFrame, WalletFrame } from './Frame.tsx'
import { errorText } from './format/error.ts'
import { Crashed, Insecure, OtherTab, Unsupported, Updating } from './screens/Unavailable.tsx'
import Welcome from './screens/Welcome.tsx'
import { SessionProvider, useSession } from './state/session/session.tsx'
import { t } from './text/text.ts'

const Create = lazy(() => import('./screens/Create.tsx'))
const Restore = lazy(() => import('./screens/Restore.tsx'))
const Watch = lazy(() => import('./screens/Watch.tsx'))
const OpenFiles = lazy(() => import('./screens/OpenFiles.tsx'))
const RestoreBackup = lazy(() => import('./screens/RestoreBackup.tsx'))
const Unlock = lazy(() => import('./screens/Unlock.tsx'))
const Home = lazy(() => import('./screens/Home.tsx'))
const Receive = lazy(() => import('./screens/Receive.tsx'))
const Send = lazy(() => import('./screens/Send.tsx'))
const SendOutcome = lazy(() => import('./screens/SendOutcome.tsx'))
const Coins = lazy(() => import('./screens/Coins.tsx'))
const Contacts = lazy(() => import('./screens/Contacts.tsx'))
const Payments = lazy(() => import('./screens/Payments.tsx'))
const EarlierChains = lazy(() => import('./screens/history/EarlierChains.tsx'))
const Tools = lazy(() => import('./screens/Tools.tsx'))
const Offline = lazy(() => import('./screens/tools/Offline.tsx'))
const Names = lazy(() => import('./screens/tools/Names.tsx'))
const Stakes = lazy(() => import('./screens/tools/Stakes.tsx'))
const Proofs = lazy(() => import('./screens/tools/Proofs.tsx'))
const Fees = lazy(() => import('./screens/tools/Fees.tsx'))
const Lookup = lazy(() => import('./screens/tools/Lookup.tsx'))
const Multisig = lazy(() => import('./screens/tools/Multisig.tsx'))
const Settings = lazy(() => import('./screens/Settings.tsx'))
const DevelopmentNode = lazy(() => import('./screens/nodes/DevelopmentNode.tsx'))
const Nodes = lazy(() => import('./screens/Nodes.tsx'))
const Console = lazy(() => import('./screens/Console.tsx'))
const More = lazy(() => import('./screens/More.tsx'))
/** All parts of the page, for its developers. */
const Design = import.meta.env.DEV ? lazy(() => import('./screens/tools/Design.tsx')) : undefined
const NotFound = lazy(() => import('./screens/NotFound.tsx'))

/** Routes are in the fragment of the URL: any static server works, and none learns which screen is open. */
const Routes = (): JSX.Element => (
  <HashRouter>
    <Route component={EntryFrame}>
      <Route path="/welcome" component={Welcome} />
      <Route path="/create" component={Create} />
      <Route path="/restore" component={Restore} />
      <Route path="/watch" component={Watch} />
      <Route path="/files" component={OpenFiles} />
      <Route path="/backup" component={RestoreBackup} />
      <Route path="/unlock/:id" component={Unlock} />
    </Route>
    <Route component={WalletFrame}>
      <Route path="/" component={Home} />
      <Route path="/receive" component={Receive} />
      <Route path="/send" component={Send} />
      <Route path="/send/result" component={SendOutcome} />
      <Route path="/coins" component={Coins} />
      <Route path="/contacts" component={Contacts} />
      <Route path="/history/earlier" component={EarlierChains} />
      <Route path="/history/:id?" component={Payments} />
      <Route path="/tools" component={Tools} />
      <Route path="/tools/offline" component={Offline} />
      <Route path="/tools/names" component={Names} />
      <Route path="/tools/stakes" component={Stakes} />
      <Route path="/tools/proofs" component={Proofs} />
      {Design === undefined ? undefined : <Route path="/tools/design" component={Design} />}
      <Route path="/tools/multisig" component={Multisig} />
      <Route path="/tools/fees" component={Fees} />
      <Route path="/tools/lookup" component={Lookup} />
      <Route path="/settings/:section?" component={Settings} />
      <Route path="/nodes" component={Nodes} />
      <Route path="/nodes/development" component={DevelopmentNode} />
      <Route path="/console" component={Console} />
      <Route path="/more" component={More} />
      <Route path="*" component={NotFound} />
    </Route>
  </HashRouter>
)

const Entry = (props: { readonly children: JSX.Element }): JSX.Element => <main class="entry">{props.children}</main>

const Phases = (): JSX.Element => {
  const { phase, missing, problem } = useSession()
  return (
    <Switch fallback={<Loading text={t('app.starting')} />}>
      <Match when={phase() === 'running'}>
        <Routes />
      </Match>
      <Match when={phase() === 'other-tab' || phase() === 'taking-over'}>
        <Entry>
          <OtherTab />
        </Entry>
      </Match>
      <Match when={phase() === 'updating'}>
        <Entry>
          <Updating />
        </Entry>
      </Match>
      <Match when={phase() === 'insecure'}>
        <Entry>
          <Insecure />
        </Entry>
      </Match>
      <Match when={phase() === 'unsupported' && missing()}>
        {(lacking) => (
          <Entry>
            <Unsupported missing={lacking()} />
          </Entry>
        )}
      </Match>
      <Match when={phase() === 'crashed'}>
        <Entry>
          <Crashed problem={problem()} />
        </Entry>
      </Match>
    </Switch>
  )
}

const Failed = (props: { readonly error: unknown }): JSX.Element => (
  <Entry>
    {/* The router failed with the page: no link works here. */}
    <Crashed problem={errorText(props.error)} />
  </Entry>
)

/** The boundary catches errors outside of the screens, which have boundaries of their own. */
export const App = (): JSX.Element => (
  <ErrorBoundary fallback={(error: unknown) => <Failed error={error} />}>
    <SessionProvider>
      <Phases />
    </SessionProvider>
  </ErrorBoundary>
)
