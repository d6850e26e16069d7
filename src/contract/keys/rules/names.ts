import {
  asciiName,
  hasUnderscore,
  isAscii,
  isBadAddress,
  isBadWildcard,
  isHostKind,
  isInternal,
  isMalformed,
  isReservedAddress,
  kindOf,
} from './name-form.ts'
import type { Rule, PlannedCertificate } from './rule.ts'

const br = 'CA/B Forum BR 7.1.2.7.12'
/** The common name if it is a host name that is not among the alternative names and so is added to them. */
export function nameOfSubject({
  commonName,
  altNames,
}: Pick<PlannedCertificate, 'commonName' | 'altNames'>): string | undefined {
  const isThere = altNames.some((name) => name.toLowerCase() === commonName.toLowerCase())
  return isHostName(commonName) && !isThere ? commonName : undefined
}
const all = (wanted: PlannedCertificate) => [...wanted.altNames, ...[nameOfSubject(wanted) ?? []].flat()]
const isHostName = (commonName: string) =>
  (isHostKind(commonName) && commonName.includes('.')) || kindOf(commonName) === 'ip'

export const nameRules: readonly Rule[] = [
  {
    id: 'names-missing',
    source: br,
    audience: 'public',
    level: 'error',
    field: 'altNames',
    broken: (wanted) => all(wanted).length === 0,
    text: 'A web server certificate requires alternative names',
    why: 'Browsers check only the alternative names.',
    next: 'Enter all host names of the server.',
  },
  {
    id: 'names-missing-private',
    source: 'RFC 9525 6.3',
    audience: 'private',
    level: 'warning',
    field: 'altNames',
    broken: (wanted) => all(wanted).length === 0,
    text: 'No alternative names',
    why: 'Clients no longer use the common name to verify a host.',
    next: 'Enter the host names, unless this is not a server certificate.',
  },
  {
    id: 'common-name-apart',
    source: 'CA/B Forum BR 7.1.4.3',
    audience: 'public',
    level: 'error',
    field: 'commonName',
    broken: ({ commonName, altNames }) =>
      commonName !== '' && !isHostName(commonName) && !altNames.includes(commonName) && [commonName],
    text: 'The common name must be one of the alternative names',
    why: 'It may only repeat a host name or IP address.',
    next: 'Use the first host name.',
  },
  {
    id: 'name-malformed',
    source: 'RFC 5280 4.2.1.6, RFC 1123 2.1',
    audience: 'both',
    level: 'error',
    field: 'altNames',
    broken: (wanted) =>
      all(wanted).filter((name) => isMalformed(name) || kindOf(name) === 'other' || isBadAddress(name)),
    text: 'Not a host name or IP address',
    why: 'A name has labels of 1 to 63 letters, digits and hyphens, and at most 253 characters.',
    next: 'Check the spelling.',
  },
  {
    id: 'name-script',
    source: 'RFC 5280 7.2',
    audience: 'both',
    level: 'error',
    field: 'altNames',
    broken: (wanted) =>
      all(wanted)
        .filter((name) => isHostKind(name) && !isAscii(name))
        .map((name) => `${name} (write ${asciiName(name) ?? 'it in ASCII letters'})`),
    text: 'Certificate names must be in ASCII',
    why: 'Internationalized names are encoded as A-labels that begin with xn--.',
    next: 'Use the form in parentheses.',
  },
  {
    id: 'name-wildcard',
    source: 'CA/B Forum BR 3.2.2.6, RFC 9525 6.3',
    audience: 'both',
    level: 'error',
    field: 'altNames',
    broken: (wanted) => all(wanted).filter((name) => isBadWildcard(name)),
    text: 'A wildcard is allowed only as the leftmost label',
    why: 'Clients reject it elsewhere and for top-level domains.',
    next: 'Use *.example.com.',
  },
  {
    id: 'name-internal',
    source: 'CA/B Forum BR 4.2.2',
    audience: 'public',
    level: 'error',
    field: 'altNames',
    broken: (wanted) => all(wanted).filter((name) => isInternal(name)),
    text: 'Not a public name',
    why: 'Public CAs cannot validate the ownership of this name.',
    next: 'Use a name in one of your domains, or an internal CA.',
  },
  {
    id: 'name-internal-private',
    source: 'RFC 6761; ICANN resolution 2024.07.29.06',
    audience: 'private',
    level: 'warning',
    field: 'altNames',
    broken: (wanted) => all(wanted).filter((name) => isInternal(name)),
    text: 'Internal name',
    why: 'Other networks may use the same name for another host.',
    next: 'A name in one of your domains is safer.',
  },
  {
    id: 'address-reserved',
    source: 'CA/B Forum BR 4.2.2',
    audience: 'public',
    level: 'error',
    field: 'altNames',
    broken: (wanted) => all(wanted).filter((name) => isReservedAddress(name)),
    text: 'Reserved IP address',
    why: 'Public CAs cannot validate the ownership of reserved addresses.',
    next: 'Use a public address or a host name, or an internal CA.',
  },
  {
    id: 'name-underscore',
    source: 'CA/B Forum BR 7.1.2.7.12 (since 2019-05-01)',
    audience: 'public',
    level: 'error',
    field: 'altNames',
    broken: (wanted) => all(wanted).filter((name) => hasUnderscore(name)),
    text: 'Underscores are not allowed in host names',
    why: 'Host names have letters, digits and hyphens.',
    next: 'Use another name.',
  },
  {
    id: 'name-underscore-private',
    source: 'RFC 1123 2.1',
    audience: 'private',
    level: 'warning',
    field: 'altNames',
    broken: (wanted) => all(wanted).filter((name) => hasUnderscore(name)),
    text: 'Underscore in a host name',
    why: 'Some clients reject it.',
    next: 'Use a hyphen, if you can rename the host.',
  },
  {
    id: 'name-kind',
    source: br,
    audience: 'public',
    level: 'error',
    field: 'altNames',
    broken: (wanted) => all(wanted).filter((name) => ['mail', 'uri'].includes(kindOf(name))),
    text: 'Web server certificates may contain only host names and IP addresses',
    why: 'Public CAs do not issue email addresses or URIs in such certificates.',
    next: 'Remove it, or request another type of certificate.',
  },
]
