import { problemOf } from '#api/problem.ts'
import { isNotOffered } from '#contract/problems/not-offered.ts'
import { notOffered } from '#components/offered/not-reported.ts'
import { Popup } from '#ui/dialog/Popup.tsx'
import { Button, Text } from '#ui/layout/layout.ts'
import { IconAlertTriangle } from '#ui/theme/icons.ts'

type Props = { labels: readonly string[]; error: Error; onRetry: () => void }

/** Filters whose options could not be read, and the reason. */
export function UnloadedFilters({ labels, error, onRetry }: Props) {
  const problem = problemOf(error)
  const isMissing = isNotOffered(problem)
  const label = isMissing ? 'Filters not offered' : 'Filters not loaded'
  return (
    <Popup label={label} tip={label} icon={IconAlertTriangle} quiet>
      <Text size="sm">
        {labels.join(', ')}: {isMissing ? `${notOffered}.` : problem.message}
      </Text>
      {!isMissing && (
        <Button size="xs" variant="default" onClick={onRetry}>
          Try again
        </Button>
      )}
    </Popup>
  )
}
