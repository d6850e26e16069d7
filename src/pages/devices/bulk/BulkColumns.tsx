import { columnsOf } from '#components/lists/Columns.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import classes from './Bulk.module.css'
import type { Target } from './run.ts'
import { endingWords, outcomeWords } from './words.ts'

function lastMoment({ ending, sentAt }: Target) {
  const at = ending?.at ?? sentAt
  return at === undefined ? undefined : new Date(at)
}

const { text, code, date } = columnsOf<Target>({ sortable: true })

export const resultColumns = [
  text('name', 'Device', ({ name }) => name, { width: '23%', priority: 1 }),
  text('user', 'User', ({ user }) => user, { width: '12%', priority: 2 }),
  code('serial', 'Serial number', ({ serial }) => serial, { width: '12.5%', priority: 2 }),
  text('outcome', 'Result', ({ outcome }) => outcomeWords[outcome].label, {
    width: '20.5%',
    priority: 1,
    cell: ({ outcome, remark }) => {
      const { label, tone, means } = outcomeWords[outcome]
      return (
        <>
          <StatusBadge tone={tone}>{label}</StatusBadge>
          <div className={classes.aside}>{remark || means}</div>
        </>
      )
    },
  }),
  text('remark', 'Server response', ({ remark }) => remark, { hidden: true, width: '16%', sortable: false }),
  text('ending', 'On the device', (target) => endingWords(target)?.label, {
    width: '21%',
    priority: 1,
    cell: (target) => {
      const words = endingWords(target)
      if (!words) return '–'
      return (
        <>
          <StatusBadge tone={words.tone}>{words.label}</StatusBadge>
          <div className={classes.aside}>{target.ending?.remarks}</div>
        </>
      )
    },
  }),
  date('at', 'Updated', lastMoment, { width: '11%', priority: 2 }),
]
