/** Disables content sniffing, framing and embedding; pages of the identity provider set their own headers. */
export const serviceHeaders = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** Whether the request is from this machine, such as from the console's proxy. */
export const isOwnConsole = (address: string) => address === '127.0.0.1' || address === '::1'
