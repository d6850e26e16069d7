import { Notice } from '#ui/feedback/Notice.tsx'
import { Button } from '#ui/layout/layout.ts'
import type { Unanswered } from './unanswered.ts'

type Props = {
  failed: readonly Unanswered[]
  /** "Unknown", "Not read": of what is named after it. */
  says: string
  /** What follows from it. */
  hint?: string
}

/** What could not be asked, before what could: its silence is no good news. */
export const UnansweredNotices = ({ failed, says, hint }: Props) =>
  failed.map(({ whats, why, askAgain }) => (
    <Notice key={why ?? ''} tone="bad" title={`${says}: ${whats.join(', ')}`} urgent>
      {why && <span>{why}</span>}
      {hint && <span>{hint}</span>}
      {why && (
        <Button size="xs" variant="default" w="fit-content" onClick={askAgain}>
          Try again
        </Button>
      )}
    </Notice>
  ))
