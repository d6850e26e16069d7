import { columnsOf } from '#components/lists/Columns.tsx'
import type { JobItem } from '#contract/console/jobs.ts'
import { counted } from '#contract/words/counted.ts'
import { readDiscoveryMessage } from '#contract/keys/rules/hosts/discovery-message.ts'
import type { InventoryRow } from '#contract/keys/rules/inventory.ts'
import type { SubjectKind } from '#contract/subject-kinds.ts'
import { paths } from '#paths.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Group, Text } from '#ui/layout/layout.ts'
import { WithNote } from '#ui/values/WithNote.tsx'
import { type FoundAt, inventoryPlace } from './found-at.ts'
import { outcomeWordsOf } from './job-words.ts'
import classes from './wrapped.module.css'

const { text, code, date } = columnsOf<JobItem, string | number | undefined>()

/** Columns for the result of each item; for hosts, including the certificate found. */
export function itemColumns(kind: SubjectKind, isHeld: boolean, found: FoundAt, now: number) {
  const words = outcomeWordsOf(kind)
  const isHost = kind === 'tls-host'
  const isCheck = kind === 'device-check'
  /** Before a device was checked, the result says so. */
  const findingsOf = ({ outcome, remark }: JobItem) =>
    remark || (outcome === 'waiting' || outcome === 'sent' ? undefined : words[outcome].means)
  const inInventory = ({ subject }: JobItem) => found.get(inventoryPlace(subject))
  /** Certificate in the inventory; until it is listed there, as described by the discovery's message. */
  const certificateOf = (item: JobItem): ExpiryColumns | undefined =>
    inInventory(item) ?? (item.outcome === 'done' ? readDiscoveryMessage(item.remark, now) : undefined)
  const columns = [
    text('label', 'Name', ({ label, names }) => names?.join(', ') || label, { width: '26%', priority: 1 }),
    text('outcome', 'Result', ({ outcome }) => words[outcome].label, {
      width: isHost ? '28%' : isCheck ? '16%' : '34%',
      priority: 1,
      breaks: true,
      cell: ({ outcome, remark }) => {
        const { label, tone, means } = words[outcome]
        return (
          <>
            <StatusBadge tone={tone}>{label}</StatusBadge>
            {!isCheck && (
              <Text size="xs" c="dimmed">
                {remark || means}
              </Text>
            )}
          </>
        )
      },
    }),
    isCheck
      ? text('remark', 'Findings', findingsOf, {
          width: '24%',
          priority: 1,
          cell: (item) => <div className={classes.wrapped}>{findingsOf(item) || '–'}</div>,
        })
      : text('remark', 'Server response', ({ remark }) => remark, { hidden: true, width: '20%' }),
    text('attempts', 'Attempts', ({ attempts }) => String(attempts), { hidden: true, width: '8%' }),
    code('evidence', 'Found on the server', ({ evidence }) => evidence, { hidden: true, width: '12%' }),
    text('target', 'As sent', ({ target }) => target, {
      hidden: !isHeld,
      width: '24%',
      priority: 2,
      // Whole: IDs often differ only at their end.
      cell: ({ target }) =>
        target && (
          <WithNote note="" isWhole>
            {target}
          </WithNote>
        ),
    }),
    code('subject', 'ID', ({ subject }) => subject, { hidden: true, width: '14%' }),
    date('changed', 'Updated', ({ changedAt }) => new Date(changedAt), { width: '18%', priority: 2 }),
  ]
  const own = isHost
    ? [
        text('certificate', 'Certificate', (item) => certificateOf(item)?.name, {
          width: '18%',
          priority: 1,
          breaks: true,
          to: (item) => {
            const certificate = inInventory(item)
            return certificate && paths.certificate(certificate.id)
          },
        }),
        text('state', 'Certificate state', (item) => statesOf(certificateOf(item)).join(', '), {
          width: '16%',
          priority: 1,
          cell: (item) => <States of={certificateOf(item)} />,
        }),
      ]
    : [text('detail', 'Details', ({ detail }) => detail, { width: '22%', priority: 2 })]
  return columns.toSpliced(isHost ? 2 : 1, 0, ...own)
}

type ExpiryColumns = Pick<InventoryRow, 'name' | 'expiry'> & Partial<Pick<InventoryRow, 'weaknesses'>>

const expiryText = ({ expiry: { state, days } }: ExpiryColumns) =>
  state === 'expired' ? 'Expired' : state === 'unknown' ? 'Expiry unknown' : counted(days, 'day left', 'days left')
const tones = { expired: 'bad', soon: 'warn', later: 'ok', unknown: 'muted' } as const

const statesOf = (found: ExpiryColumns | undefined) => (found ? [expiryText(found), ...(found.weaknesses ?? [])] : [])

function States({ of: found }: { of: ExpiryColumns | undefined }) {
  if (!found) return '–'
  return (
    <Group gap={6}>
      <StatusBadge tone={tones[found.expiry.state]}>{expiryText(found)}</StatusBadge>
      {found.weaknesses?.map((weakness) => (
        <StatusBadge key={weakness} tone="bad">
          {weakness}
        </StatusBadge>
      ))}
    </Group>
  )
}
