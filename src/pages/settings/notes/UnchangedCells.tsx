import { standingFields } from '#contract/console/annotations/annotation-values.ts'
import type { AnnotationField, UnchangedCell } from '#contract/console/annotations/annotations.ts'
import { counted } from '#contract/words/counted.ts'
import { Notice } from '#ui/feedback/Notice.tsx'

const maxShown = 20

export const fieldNameOf = (fields: readonly AnnotationField[], id: string) =>
  [...standingFields, ...fields].find((field) => field.id === id)?.name ?? 'Removed field'

type Props = { kept: readonly UnchangedCell[]; fields: readonly AnnotationField[]; since: string }

/** Values that were not overwritten because others had changed them in the meantime. */
export function UnchangedCells({ kept, fields, since }: Props) {
  if (kept.length === 0) return null
  const title = counted(kept.length, 'value was kept', 'values were kept')
  return (
    <Notice tone="warn" title={`${title}: changed since ${since}`}>
      <ul>
        {kept.slice(0, maxShown).map(({ label, field, now, by }) => (
          <li key={`${label} ${field}`} style={{ overflowWrap: 'anywhere' }}>
            {label}, {fieldNameOf(fields, field)}: {now === '' ? 'empty' : `“${now}”`}
            {by && `, by ${by}`}
          </li>
        ))}
      </ul>
      {kept.length > maxShown && <span>And {kept.length - maxShown} more.</span>}
    </Notice>
  )
}
