import { Notice } from '#ui/feedback/Notice.tsx'
import { Button } from '#ui/layout/layout.ts'
import type { Unanswered } from './unanswered.ts'

type Props = {
  failed: readonly Unanswered[]
  /** Title prefix, such as "Unknown" or "Not read". */
  says: string
  /** Consequence for the user. */
  hint?: string
  /** Follows the consequence if another request can succeed. */
  retry?: string
}

/**
 * Notices for data that could not be loaded, shown before the rest: a missing warning does not mean that there is no
 * issue.
 */
export const UnansweredNotices = ({ failed, says, hint, retry }: Props) =>
  failed.map(({ whats, why, askAgain, isLasting = false }) => (
    <Notice key={why ?? ''} tone="bad" title={`${says}: ${whats.join(', ')}`} urgent>
      {why && <span>{why}</span>}
      {hint && <span>{retry && !isLasting ? `${hint} ${retry}` : hint}</span>}
      {why && !isLasting && (
        <Button size="xs" variant="default" w="fit-content" onClick={askAgain}>
          Try again
        </Button>
      )}
    </Notice>
  ))
