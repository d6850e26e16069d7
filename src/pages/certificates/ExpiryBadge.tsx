import { type Expiry, soonDays } from '#contract/certificate-state.ts'
import { StatusBadge } from '#ui/StatusBadge.tsx'
import { expiryText, expiryTone } from './expiry-text.ts'

/** How long it is valid still; by its dates alone, as the service has no states (M359). */
export function ExpiryBadge({ expiry, isEarly = false }: { expiry: Expiry; isEarly?: boolean }) {
  const text = isEarly ? 'Not yet valid' : expiryText(expiry)
  return (
    <span data-tip={`Derived from its dates: ${expiry.raw || 'none'}. “Soon” is within ${soonDays} days.`}>
      <StatusBadge tone={isEarly ? 'warn' : expiryTone(expiry)}>{text}</StatusBadge>
    </span>
  )
}
