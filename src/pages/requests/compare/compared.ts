/** Differences between a certificate and its renewal, before and after issuance. */
import { keyText } from '#components/issuing/read/key-text.ts'
import type { ReadCertificate } from '#components/issuing/read/read-certificate.ts'
import type { RequestFacts } from '#components/issuing/read/read-request.ts'
import type { InventoryRow } from '#contract/keys/rules/inventory.ts'
import { absoluteTime } from '#ui/values/moment.ts'

export type Compared = { label: string; current: string; next: string; isChanged: boolean }

type Side = { facts: ReadCertificate | undefined; row: InventoryRow | undefined }
type Next = Side & { request: RequestFacts | undefined }

const waiting = 'Set by the CA'
const unknown = 'Unknown'

/** Rows of the comparison; the request stands for the new certificate until it has been issued. */
export function comparedWith(current: Side, { facts, row, request }: Next): Compared[] {
  const asked = facts ?? request
  const line = (label: string, before: string | undefined, after: string | undefined): Compared => ({
    label,
    current: before ?? unknown,
    next: after ?? (facts ? unknown : waiting),
    isChanged: before !== undefined && after !== undefined && before !== after,
  })
  return [
    line('Subject', current.facts?.subject.text, asked?.subject.text ?? unknown),
    line('Names', namesText(current.facts), asked ? namesText(asked) : unknown),
    line('Key', current.facts && keyText(current.facts.key), asked ? keyText(asked.key) : unknown),
    line('Issuer', current.facts?.issuer.text, facts?.issuer.text),
    line('Valid from', current.facts && absoluteTime(current.facts.notBefore), facts && absoluteTime(facts.notBefore)),
    line('Expires', current.facts && absoluteTime(current.facts.notAfter), facts && absoluteTime(facts.notAfter)),
    line('Serial number', current.facts?.serialNumber, facts?.serialNumber),
    line('Seen on hosts', current.row && placesText(current.row), row ? placesText(row) : facts ? unknown : '–'),
  ]
}

const namesText = (facts: Pick<ReadCertificate, 'names'> | undefined) =>
  facts && (facts.names.toSorted().join(', ') || 'None')
const placesText = ({ places }: InventoryRow) => places.join(', ') || 'None found by a discovery'

/**
 * The certificate in use: except for the new and revoked ones, the latest that was found on a host, otherwise the
 * latest.
 */
export function currentOf(rows: readonly InventoryRow[], newest: string | undefined): InventoryRow | undefined {
  const others = rows.filter(({ id, revocation }) => id !== newest && revocation.state !== 'revoked')
  const byStart = others.toSorted((one, other) => startOf(other) - startOf(one))
  return byStart.find(({ places }) => places.length > 0) ?? byStart[0]
}

const startOf = ({ from }: InventoryRow) => from?.getTime() ?? 0
