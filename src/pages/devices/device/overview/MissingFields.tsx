import { counted } from '#contract/words/counted.ts'
import type { FieldCard } from '#pages/devices/device/record-fields.ts'
import classes from '#components/devices/Disclosure.module.css'
import { Text } from '#ui/layout/layout.ts'

/** Fields of the reference that the record lacks, shown on demand. Missing does not mean "no". */
export function MissingFields({ cards, open }: { cards: FieldCard[]; open: boolean }) {
  const groups = cards.filter(({ missing }) => missing.length > 0)
  const count = groups.reduce((sum, { missing }) => sum + missing.length, 0)
  if (count === 0) return null
  return (
    <details className={classes.disclosure} open={open}>
      <summary>{counted(count, 'field was not sent', 'fields were not sent')}</summary>
      <dl className={classes.groups}>
        {groups.map(({ id, title, missing }) => (
          <div key={id}>
            <Text component="dt" size="sm">
              {title}
            </Text>
            <dd className={classes.names}>
              {missing.map((name) => (
                <code key={name}>{name}</code>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
