// Whether this device is connected to a network, as the browser reports it.
import { createSignal } from 'solid-js'

const [isOnline, setOnline] = createSignal(navigator.onLine)

for (const event of ['online', 'offline'] as const) addEventListener(event, () => setOnline(navigator.onLine))

export { isOnline }
