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
import type { Rule, Wanted } from './rule.ts'

const br = 'CA/B Forum BR 7.1.2.7.12'
/** A common name that is a host becomes one of the names, too; undefined where it is none, or stands there already. */
export function nameOfSubject({ commonName, altNames }: Pick<Wanted, 'commonName' | 'altNames'>): string | undefined {
  const isThere = altNames.some((name) => name.toLowerCase() === commonName.toLowerCase())
  return isHostName(commonName) && !isThere ? commonName : undefined
}
const all = (wanted: Wanted) => [...wanted.altNames, ...[nameOfSubject(wanted) ?? []].flat()]
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
    text: 'A certificate of a web server needs alternative names',
    why: 'Browsers read the host names there, and nowhere else.',
    next: 'Enter every host name that it is for.',
  },
  {
    id: 'names-missing-private',
    source: 'RFC 9525 6.3',
    audience: 'private',
    level: 'warning',
    field: 'altNames',
    broken: (wanted) => all(wanted).length === 0,
    text: 'There is no alternative name',
    why: 'Clients do not read the common name any more when they check a host.',
    next: 'Enter the host names, unless it is no certificate of a server.',
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
    why: 'It may repeat a host name or an address, and say nothing else.',
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
    text: 'Not a host name or an address',
    why: 'A name has labels of 1 to 63 letters, digits and hyphens, and 253 characters at most.',
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
    text: 'Certificates hold names in ASCII letters only',
    why: 'Other scripts are written as A-labels that begin with xn--.',
    next: 'Use the form in brackets.',
  },
  {
    id: 'name-wildcard',
    source: 'CA/B Forum BR 3.2.2.6, RFC 9525 6.3',
    audience: 'both',
    level: 'error',
    field: 'altNames',
    broken: (wanted) => all(wanted).filter((name) => isBadWildcard(name)),
    text: 'A star stands for the leftmost label alone',
    why: 'No client takes it anywhere else, nor for a whole top-level name.',
    next: 'Write *.example.com.',
  },
  {
    id: 'name-internal',
    source: 'CA/B Forum BR 4.2.2',
    audience: 'public',
    level: 'error',
    field: 'altNames',
    broken: (wanted) => all(wanted).filter((name) => isInternal(name)),
    text: 'Not a name of the Internet',
    why: 'Nobody owns it, so that no public authority can say whose it is.',
    next: 'Use a name under a domain of yours, or your own root.',
  },
  {
    id: 'name-internal-private',
    source: 'RFC 6761; ICANN resolution 2024.07.29.06',
    audience: 'private',
    level: 'warning',
    field: 'altNames',
    broken: (wanted) => all(wanted).filter((name) => isInternal(name)),
    text: 'A name of your own network only',
    why: 'Others may have the same; a device that changes networks then meets the wrong host.',
    next: 'A name under a domain of yours is safer.',
  },
  {
    id: 'address-reserved',
    source: 'CA/B Forum BR 4.2.2',
    audience: 'public',
    level: 'error',
    field: 'altNames',
    broken: (wanted) => all(wanted).filter((name) => isReservedAddress(name)),
    text: 'A reserved address',
    why: 'It is used in many networks, and belongs to nobody.',
    next: 'Use a public address or a host name, or your own root.',
  },
  {
    id: 'name-underscore',
    source: 'CA/B Forum BR 7.1.2.7.12 (since 2019-05-01)',
    audience: 'public',
    level: 'error',
    field: 'altNames',
    broken: (wanted) => all(wanted).filter((name) => hasUnderscore(name)),
    text: 'No underscore in a host name',
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
    text: 'An underscore in a host name',
    why: 'Some clients refuse it.',
    next: 'Use a hyphen, if you can rename the host.',
  },
  {
    id: 'name-kind',
    source: br,
    audience: 'public',
    level: 'error',
    field: 'altNames',
    broken: (wanted) => all(wanted).filter((name) => ['mail', 'uri'].includes(kindOf(name))),
    text: 'A web server is named by host names and addresses only',
    why: 'Public authorities put neither mail addresses nor URIs into such a certificate.',
    next: 'Remove it, or ask for a certificate of another kind.',
  },
]
