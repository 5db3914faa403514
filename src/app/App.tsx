// The page: who owns the engine decides what is shown; then the route does.
import { HashRouter, Route } from '@solidjs/router'
import { type JSX, lazy, Match, Switch } from 'solid-js'
import { Loading } from './components/Loading.tsx'
import { EntryFrame, WalletFrame } from './Frame.tsx'
import { Crashed, Elsewhere, Insecure, Updating } from './screens/Elsewhere.tsx'
import Welcome from './screens/Welcome.tsx'
import { SessionProvider, useSession } from './state/session.tsx'
import { t } from './text/text.ts'

const Create = lazy(() => import('./screens/Create.tsx'))
const Restore = lazy(() => import('./screens/Restore.tsx'))
const Watch = lazy(() => import('./screens/Watch.tsx'))
const Unlock = lazy(() => import('./screens/Unlock.tsx'))
const Home = lazy(() => import('./screens/Home.tsx'))
const Receive = lazy(() => import('./screens/Receive.tsx'))
const Send = lazy(() => import('./screens/Send.tsx'))
const Contacts = lazy(() => import('./screens/Contacts.tsx'))
const History = lazy(() => import('./screens/History.tsx'))
const Details = lazy(() => import('./screens/Details.tsx'))
const Settings = lazy(() => import('./screens/Settings.tsx'))
const Console = lazy(() => import('./screens/Console.tsx'))
const NotFound = lazy(() => import('./screens/NotFound.tsx'))

/** Routes live behind the #, so that any static server will do and no server learns what a person looks at. */
const Routes = (): JSX.Element => (
  <HashRouter>
    <Route component={EntryFrame}>
      <Route path="/welcome" component={Welcome} />
      <Route path="/create" component={Create} />
      <Route path="/restore" component={Restore} />
      <Route path="/watch" component={Watch} />
      <Route path="/unlock/:id" component={Unlock} />
    </Route>
    <Route component={WalletFrame}>
      <Route path="/" component={Home} />
      <Route path="/receive" component={Receive} />
      <Route path="/send" component={Send} />
      <Route path="/send/contacts" component={Contacts} />
      <Route path="/history" component={History} />
      <Route path="/history/:id" component={Details} />
      <Route path="/settings" component={Settings} />
      <Route path="/console" component={Console} />
      <Route path="*" component={NotFound} />
    </Route>
  </HashRouter>
)

const Stages = (): JSX.Element => {
  const { phase } = useSession()
  return (
    <Switch fallback={<Loading text={t('app.starting')} />}>
      <Match when={phase() === 'running'}>
        <Routes />
      </Match>
      <Match when={phase() === 'elsewhere' || phase() === 'taking over'}>
        <main class="entry">
          <Elsewhere />
        </main>
      </Match>
      <Match when={phase() === 'updating'}>
        <main class="entry">
          <Updating />
        </main>
      </Match>
      <Match when={phase() === 'insecure'}>
        <main class="entry">
          <Insecure />
        </main>
      </Match>
      <Match when={phase() === 'crashed'}>
        <main class="entry">
          <Crashed />
        </main>
      </Match>
    </Switch>
  )
}

export const App = (): JSX.Element => (
  <SessionProvider>
    <Stages />
  </SessionProvider>
)
