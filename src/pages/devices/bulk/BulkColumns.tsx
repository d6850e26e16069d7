import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import type { Column } from '#ui/table/DataTable.tsx'
import { Moment } from '#ui/values/Moment.tsx'
import classes from './Bulk.module.css'
import type { Target } from './run.ts'
import { endingWords, outcomeWords } from './words.ts'

const lastMoment = ({ ending, sentAt }: Target) => ending?.at ?? sentAt

export const resultColumns: Column<Target>[] = [
  {
    id: 'name',
    header: 'Device',
    width: '23%',
    priority: 1,
    sortable: true,
    value: ({ name }) => name,
    cell: ({ name }) => name,
  },
  {
    id: 'user',
    header: 'User',
    width: '12%',
    priority: 2,
    sortable: true,
    value: ({ user }) => user,
    cell: ({ user }) => user || '–',
  },
  {
    id: 'serial',
    header: 'Serial number',
    width: '12.5%',
    priority: 2,
    sortable: true,
    value: ({ serial }) => serial,
    cell: ({ serial }) => <code>{serial || '–'}</code>,
  },
  {
    id: 'outcome',
    header: 'Result',
    width: '20.5%',
    priority: 1,
    sortable: true,
    value: ({ outcome }) => outcomeWords[outcome].label,
    cell: ({ outcome, remark }) => {
      const { label, tone, means } = outcomeWords[outcome]
      return (
        <>
          <StatusBadge tone={tone}>{label}</StatusBadge>
          <div className={classes.aside}>{remark || means}</div>
        </>
      )
    },
  },
  {
    id: 'remark',
    header: 'Server response',
    hidden: true,
    width: '16%',
    value: ({ remark }) => remark,
    cell: ({ remark }) => remark || '–',
  },
  {
    id: 'ending',
    header: 'On the device',
    width: '21%',
    priority: 1,
    sortable: true,
    value: (target) => endingWords(target)?.label ?? '',
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
  },
  {
    id: 'at',
    header: 'Updated',
    width: '11%',
    priority: 2,
    kind: 'date',
    sortable: true,
    value: lastMoment,
    cell: (target) => {
      const at = lastMoment(target)
      return <Moment at={at === undefined ? undefined : new Date(at)} />
    },
  },
]
