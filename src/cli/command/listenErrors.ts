// Errors of addresses that cannot be bound.

/** Messages by the error codes of the operating system. */
const MESSAGES: Readonly<Record<string, string>> = {
  EADDRINUSE: 'it is in use; stop the other program or choose another port',
  EACCES: 'permission denied; choose a port above 1023',
  EADDRNOTAVAIL: 'this machine has no such address',
}

/** Returns the reason why an address cannot be bound. */
export const describeListenError = (error: Error): string => {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return MESSAGES[code] ?? error.message
}
