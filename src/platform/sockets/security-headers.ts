/** Security headers for every route and status. */
export function securityHeaders({ nonce, ...situation }: Situation & { nonce: string }): Record<string, string> {
  const name = JSON.stringify(situation)
  const known = made.get(name) ?? headersIn(situation)
  made.set(name, known)
  return { ...known, [policyName]: known[policyName]?.replaceAll("'nonce-'", `'nonce-${nonce}'`) ?? '' }
}

const policyName = 'content-security-policy'
/** Cached per situation, with a placeholder for the nonce. */
const made = new Map<string, Record<string, string>>()

function headersIn({ secure, development, isFile }: Situation): Record<string, string> {
  const policy = {
    'default-src': "'none'",
    'script-src': "'nonce-' 'strict-dynamic'",
    'style-src': "'nonce-' 'self'",
    'img-src': "'self'",
    'font-src': "'self'",
    'connect-src': development ? "'self' ws:" : "'self'",
    'manifest-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    ...(isFile && { sandbox: '' }),
    // Vite's overlay and reload scripts assign plain strings.
    ...(!development && { 'require-trusted-types-for': "'script'", 'trusted-types': 'default' }),
  }
  return {
    [policyName]: Object.entries(policy)
      .map((directive) => directive.join(' ').trim())
      .join('; '),
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(secure && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

type Situation = {
  /** Browsers connect by https. */
  secure?: boolean
  development?: boolean
  /** A download, which must do nothing if opened. */
  isFile?: boolean
}
