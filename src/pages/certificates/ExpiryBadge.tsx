import { type Expiry, soonDays } from '#contract/certificate-state.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { expiryText, expiryTone } from './expiry-text.ts'

/** `isEnded`: revoked or on hold, so that remaining days do not matter. */
type Props = { expiry: Expiry; isEarly?: boolean; isEnded?: boolean }

/** Remaining validity, by dates only since the service has no states. */
export function ExpiryBadge({ expiry, isEarly = false, isEnded = false }: Props) {
  const text = isEarly ? 'Not yet valid' : expiryText(expiry)
  const tone = isEarly ? 'warn' : expiryTone(expiry)
  return (
    <span data-tip={`${text}. Derived from its dates: ${expiry.raw || 'none'}. “Soon” is within ${soonDays} days.`}>
      <StatusBadge tone={isEnded ? 'muted' : tone}>{text}</StatusBadge>
    </span>
  )
}
