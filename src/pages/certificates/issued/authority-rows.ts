import type { Output } from '#contract/endpoint.ts'
import type { listAuthorities } from '#contract/keys/authorities.ts'
import type { IssuedBy } from '#contract/keys/rules/issued-list.ts'

export type ListedAuthority = Output<typeof listAuthorities>['rows'][number]

/** Counts, as far as the server reports them. */
type Counts = Partial<Pick<IssuedBy, 'issued' | 'revoked' | 'held'>>

export type Authority = Pick<IssuedBy, 'issuer' | 'name'> &
  Counts & {
    /** Entry in the list of authorities; undefined if the authority cannot be selected for signing. */
    listed?: ListedAuthority
  }

const nothing = { issued: 0, revoked: 0, held: 0 }

/** All authorities that have issued certificates or could. `issuers`: undefined if issued certificates are unknown. */
export function authoritiesOf(
  issuers: readonly IssuedBy[] | undefined,
  listed: readonly ListedAuthority[],
): Authority[] {
  const known = listed.map((one): Authority => {
    const issuer = one.sha256 ?? ''
    const by = issuers ? (issuers.find((other) => other.issuer === issuer) ?? nothing) : countsOf(one)
    return { ...by, issuer, name: one.commonName ?? '', listed: one }
  })
  const others = (issuers ?? []).filter(({ issuer }) => known.every((one) => one.issuer !== issuer))
  return [...known, ...others]
}

/** Counts as reported by the list of authorities. */
function countsOf({ issued, revoked }: ListedAuthority): Counts {
  return { ...(issued !== undefined && { issued }), ...(revoked !== undefined && { revoked }) }
}
