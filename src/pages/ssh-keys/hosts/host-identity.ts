import type { Output } from '#contract/endpoint.ts'
import type { listHostKeys, scanHostKeys } from '#contract/keys/host-keys.ts'

export type HostKeys = Output<typeof listHostKeys>['rows'][number]
export type TrustedKey = NonNullable<HostKeys['HostKeys']>[number]
export type Scan = Output<typeof scanHostKeys>
export type ShownKey = NonNullable<Scan['HostKeys']>[number]

/** How a key came to be trusted; unknown values are shown unchanged. */
export function trustText({ TrustedHow = '', TrustedBy = '' }: TrustedKey): string {
  const by = TrustedBy === '' ? '' : ` by ${TrustedBy}`
  if (TrustedHow === 'compared') return `Compared${by}`
  if (TrustedHow === 'confirmed') return `Confirmed${by}`
  return TrustedHow === 'first-use' ? 'Trusted on first use, not verified' : TrustedHow || 'Unknown'
}

/** Result of comparing a presented host key. */
export type Verdict = 'changed' | 'different' | 'same' | 'known' | 'not-compared'

export function verdictOf({ Fingerprint, Known, Comparison }: ShownKey): Verdict {
  if (Comparison === 'different') return 'different'
  if (Known && Known !== Fingerprint) return 'changed'
  if (Comparison === 'same') return 'same'
  return Known ? 'known' : 'not-compared'
}

/** Trusted keys of types that the host no longer presents. */
export const missingFrom = (trusted: readonly TrustedKey[], { HostKeys = [] }: Scan): TrustedKey[] =>
  trusted.filter(({ Type, Fingerprint }) =>
    Type
      ? HostKeys.every((shown) => shown.Type !== Type)
      : HostKeys.every((shown) => shown.Fingerprint !== Fingerprint),
  )

/** Whether the trusted key differs and must be replaced. */
export const isChanged = (trusted: readonly TrustedKey[], scan: Scan) =>
  missingFrom(trusted, scan).length > 0 ||
  (scan.HostKeys ?? []).some((key) => key.Known && key.Known !== key.Fingerprint)
