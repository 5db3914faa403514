// The tasks of the page's thread, from Chromium's trace: how long each took, and how long the processor worked on it. On a machine with few cores
// a task also waits for the engine, the scanners and the node, which the page of a user does not share two cores with.

import type { Browser } from '@playwright/test'

/** Of one task, in milliseconds. */
export type ThreadTask = { readonly elapsed: number; readonly processor: number }

/** An event of the trace. `dur` and `tdur`: microseconds of a complete event, by the clock and of the processor. */
type TraceEvent = {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

const TASK = 'ThreadControllerImpl::RunTask'
const PAGE_THREAD = 'CrRendererMain'

const processorTime = (tasks: readonly ThreadTask[]): number => tasks.reduce((sum, { processor }) => sum + processor, 0)

/** Returns the tasks of the busiest page. */
const tasksOf = (events: readonly TraceEvent[]): readonly ThreadTask[] => {
  const threads = events.filter(({ name, args }) => name === 'thread_name' && args?.name === PAGE_THREAD)
  const tasks = threads.map(({ pid, tid }) =>
    events
      .filter((event) => event.name === TASK && event.ph === 'X' && event.pid === pid && event.tid === tid)
      .map(({ dur = 0, tdur = 0 }) => ({ elapsed: dur / 1000, processor: tdur / 1000 })),
  )
  const [busiest] = tasks.sort((a, b) => processorTime(b) - processorTime(a))
  if (busiest === undefined || busiest.length === 0) throw new Error('the trace contains no task of a page')
  return busiest
}

/** Returns the tasks that the thread of the browser's busiest page executes during some work. */
export const traceTasks = async (browser: Browser, work: () => Promise<void>): Promise<readonly ThreadTask[]> => {
  const session = await browser.newBrowserCDPSession()
  const events: TraceEvent[] = []
  // The protocol declares objects of strings; Chromium documents their fields as the trace event format.
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'] },
  })
  await work()
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()))
  await session.send('Tracing.end')
  await complete
  await session.detach()
  return tasksOf(events)
}
