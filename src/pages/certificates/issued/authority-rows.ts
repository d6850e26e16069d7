import type { Output } from '#contract/endpoint.ts'
import type { listAuthorities } from '#contract/keys/authorities.ts'
import type { IssuedBy } from '#contract/keys/rules/issued-list.ts'

export type ListedAuthority = Output<typeof listAuthorities>['rows'][number]

/** How many, where the server tells. */
type Counts = Partial<Pick<IssuedBy, 'issued' | 'revoked' | 'held'>>

export type Authority = Pick<IssuedBy, 'issuer' | 'name'> &
  Counts & {
    /** What it says of itself; undefined where it is none of those that can be asked to sign. */
    listed?: ListedAuthority
  }

const nothing = { issued: 0, revoked: 0, held: 0 }

/** All who have issued something, and all who could. `issuers`: undefined where nobody told what was issued. */
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

/** As the authority itself says. */
function countsOf({ issued, revoked }: ListedAuthority): Counts {
  return { ...(issued !== undefined && { issued }), ...(revoked !== undefined && { revoked }) }
}
