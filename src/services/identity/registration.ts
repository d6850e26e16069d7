import type { Registration } from './clients.ts'
import { developerFields } from './pages/developer-page.ts'
import { redirectUriFault } from './redirect-uri.ts'

const longest = { name: 100, domain: 253 }
const maxRedirectUris = 10

/** Parses a client registration form; returns errors by field if invalid. */
export function readRegistration(form: URLSearchParams): Registration | { errors: Record<string, string> } {
  const typed = (name: string) => (form.get(name) ?? '').trim()
  const name = typed(developerFields.name)
  const domain = typed(developerFields.domain).toLowerCase()
  const redirectUris = [
    ...new Set(
      typed(developerFields.redirectUris)
        .split(/[\s,]+/)
        .filter(Boolean),
    ),
  ]
  const faults = {
    [developerFields.name]: nameFault(name),
    [developerFields.domain]: domainFault(domain),
    [developerFields.redirectUris]: urisFault(redirectUris),
  }
  const errors = Object.entries(faults).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return errors.length > 0 ? { errors: Object.fromEntries(errors) } : { name, domain, redirectUris }
}

const nameFault = (name: string) =>
  name === ''
    ? 'Enter a name that people will recognize'
    : name.length > longest.name || /\p{C}/u.test(name)
      ? `A name has at most ${longest.name} visible characters`
      : undefined

const domainFault = (domain: string) =>
  domain.length > longest.domain || !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/.test(domain)
    ? 'Enter a host name, as app.example.com or localhost'
    : undefined

function urisFault(uris: readonly string[]): string | undefined {
  if (uris.length === 0) return 'Enter at least one address'
  if (uris.length > maxRedirectUris) return `Enter at most ${maxRedirectUris} addresses`
  const at = uris.findIndex((uri) => redirectUriFault(uri) !== undefined)
  return at < 0 ? undefined : `Address ${at + 1} ${redirectUriFault(uris[at] ?? '')}`
}
