// The words by which wallet2's programs report an address on which they listen. Programs that start them parse these words.

/** Returns the port of a URL: that of its scheme if it names none. */
export const portOf = ({ port, protocol }: URL): string => (port !== '' ? port : protocol === 'https:' ? '443' : '80')

/** Returns the words for an address, such as `Binding on 127.0.0.1 (IPv4):18081`. */
export const bindingOn = (url: URL): string =>
  `Binding on ${url.hostname} (${url.hostname.startsWith('[') ? 'IPv6' : 'IPv4'}):${portOf(url)}`
