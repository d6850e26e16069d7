import { useCatalog } from './use-catalog.ts'
import type { Condition } from '#contract/fleet/condition.ts'
import { IconX } from '#ui/theme/icons.ts'
import { conditionText } from './condition-words.ts'
import classes from './Query.module.css'

type Props = { conditions: readonly Condition[]; onChange: (conditions: Condition[]) => void }

/** The conditions of the query; clicking one removes it. */
export function ConditionChips({ conditions, onChange }: Props) {
  const catalog = useCatalog()
  if (conditions.length === 0) return null
  return (
    <ul className={classes.chips} aria-label="Conditions">
      {conditions.map((condition, at) => {
        const text = conditionText(condition, catalog)
        return (
          // oxlint-disable-next-line react/no-array-index-key -- the same condition can occur twice
          <li key={`${at} ${text}`}>
            <button
              type="button"
              className={classes.chip}
              aria-label={`Remove condition: ${text}`}
              onClick={() => onChange(conditions.filter((_, place) => place !== at))}
            >
              {text}
              <IconX size={13} aria-hidden />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
