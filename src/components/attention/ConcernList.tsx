import { Link } from 'react-router'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { IconX } from '#ui/theme/icons.ts'
import classes from './ConcernList.module.css'

type Item = { id: string; kind: string; urgent: boolean; title: string; why: string; to: string }
type Props<T extends Item> = {
  label: string
  items: readonly T[]
  /** Label by kind. */
  kinds: Readonly<Record<T['kind'], string>>
  onFollow?: () => void
  /** Makes items dismissible. */
  onDismiss?: (item: T) => void
}

/** List of issues, each with its kind, title, reason and link. */
export function ConcernList<T extends Item>({ label, items, kinds, onFollow, onDismiss }: Props<T>) {
  if (items.length === 0) return null
  return (
    <ul className={classes.list} aria-label={label}>
      {items.map((item) => (
        <li key={item.id} className={classes.item}>
          <span className={classes.kind}>
            <StatusBadge tone={item.urgent ? 'bad' : 'warn'}>{kinds[item.kind as T['kind']]}</StatusBadge>
          </span>
          <span className={classes.words}>
            <Link to={item.to} className={classes.title} data-tip="" onClick={onFollow}>
              {item.title}
            </Link>
            <span className={classes.why}>{item.why}</span>
          </span>
          {onDismiss && (
            <button
              type="button"
              className={classes.dismiss}
              aria-label={`Dismiss ${item.title}: ${item.why}`}
              onClick={() => onDismiss(item)}
            >
              <IconX size={16} aria-hidden />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
