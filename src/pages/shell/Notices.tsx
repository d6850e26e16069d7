import { useTableKey } from '#api/may.ts'
import { useAttention } from '#components/attention/attention.ts'
import { type Concern, kindLabels } from '#contract/attention/concern.ts'
import { ConcernList } from '#components/attention/ConcernList.tsx'
import { Loading } from '#ui/feedback/Loading.tsx'
import { Button } from '#ui/layout/layout.ts'
import { useStored } from '#ui/table/state/stored.ts'
import { IconBell } from '#ui/theme/icons.ts'
import { dismissals, isNotice, notDismissed, withDismissed } from './dismissed-notices.ts'
import classes from './Notices.module.css'

const panelId = 'notices'
const maxShown = 30
const none = {}

/** The bell counts new notices, once all services have answered. Each has a reason and a link, and can be dismissed. */
export function Notices() {
  const { concerns, asking, waiting, failed, notAllowed, notReported } = useAttention()
  const [dismissed, keep] = useStored(useTableKey('notices'), dismissals, none)
  // Not before all responses have arrived: until then, a count or "none" would be wrong.
  const open = asking ? [] : notDismissed(concerns.filter(isNotice), dismissed)
  const [seen, see] = useStored(useTableKey('notices-seen'), dismissals, none)
  const shown = open.slice(0, maxShown)
  const count = open.length
  const fresh = notDismissed(open, seen).length
  const isPartial = failed.length + waiting.length > 0
  const dismiss = (these: readonly Concern[]) => keep(withDismissed(dismissed, these))
  return (
    <>
      <button
        type="button"
        className={classes.button}
        popoverTarget={panelId}
        aria-label={asking || (isPartial && fresh === 0) ? 'Notices' : `Notices: ${fresh}`}
      >
        <IconBell size={20} stroke={1.75} aria-hidden />
        {fresh > 0 && (
          <span className={classes.count} aria-hidden>
            {fresh > 99 ? '99+' : fresh}
          </span>
        )}
      </button>
      <section
        id={panelId}
        popover="auto"
        className={classes.panel}
        aria-label="Notices"
        onToggle={({ newState }) => newState === 'open' && see(withDismissed(seen, open))}
      >
        <header className={classes.header}>
          <strong>Notices</strong>
          {count > 0 && (
            <Button variant="default" size="xs" onClick={() => dismiss(open)}>
              Dismiss all {count}
            </Button>
          )}
        </header>
        {failed.map(({ whats, why }) => (
          <p key={why ?? ''} className={classes.note}>
            Unknown: {whats.join(', ')}. {why}
          </p>
        ))}
        {asking && <Loading lines={3} />}
        {waiting.length > 0 && <p className={classes.note}>Still loading: {waiting.join(', ')}.</p>}
        {!asking && count === 0 && !isPartial && (
          <p className={classes.note}>{emptyText(concerns.filter(isNotice).length)}</p>
        )}
        <ConcernList
          label="Notices"
          kinds={kindLabels}
          items={shown}
          onFollow={closePanel}
          onDismiss={(concern) => dismiss([concern])}
        />
        <p className={classes.note}>
          {count > maxShown && `${count - maxShown} more. `}
          Dismissed notices stay hidden until their content changes.
          {notReported.length > 0 && ` Not reported by the servers: ${notReported.join(', ')}.`}
          {notAllowed.length > 0 && ` No permission to view: ${notAllowed.join(', ')}.`}
        </p>
      </section>
    </>
  )
}

const emptyText = (all: number) => (all === 0 ? 'No notices.' : 'All notices were dismissed.')
const closePanel = () => document.getElementById(panelId)?.hidePopover()
