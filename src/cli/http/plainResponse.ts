// Short texts as responses of a service. No browser shows them as a page or a script.

/** Prevents a browser from executing anything in a response. */
export const SAFETY_HEADERS = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
} as const

/** Returns a response with a plain text. */
export const plainResponse = (status: number, text: string): Response =>
  new Response(text, { status, headers: { ...SAFETY_HEADERS, 'content-type': 'text/plain' } })
