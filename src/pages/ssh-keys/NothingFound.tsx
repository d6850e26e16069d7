import { Empty } from '#ui/feedback/Empty.tsx'
import { Button } from '#ui/layout/layout.ts'

type Props = { what: string; hint: string; search: string; onClear: () => void }

/** Why a list is empty, and the way back to one that is not. */
export function NothingFound({ what, hint, search, onClear }: Props) {
  if (search === '') return <Empty title={`No ${what} yet`} hint={hint} />
  return (
    <Empty
      title={`No ${what} match “${search}”`}
      action={
        <Button variant="default" size="xs" onClick={onClear}>
          Clear the search
        </Button>
      }
    />
  )
}
