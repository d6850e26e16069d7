import { ActionButton } from '#components/actions/ActionButton.tsx'
import { columnsOf } from '#components/lists/Columns.tsx'
import { counted } from '#contract/words/counted.ts'
import { deactivateAcmeAccount } from '#contract/keys/acme.ts'
import { instantOf } from '#contract/time.ts'
import { paths } from '#paths.ts'
import { absoluteTime } from '#ui/values/moment.ts'
import classes from './acme.module.css'
import { type AcmeAccountRow, type AcmeOrderRow, stateLabels } from './acme-query.ts'

const namesText = ({ names = [] }: AcmeOrderRow) => names.join('\n')
const order = columnsOf<AcmeOrderRow>()
const tones = { pending: 'info', ready: 'info', valid: 'ok', invalid: 'bad' } as const

export const orderColumns = [
  order.text('names', 'Names', namesText, {
    priority: 1,
    width: '20%',
    cell: (row) => <span className={classes.lines}>{namesText(row) || '–'}</span>,
  }),
  order.badge(
    'state',
    'State',
    ({ status = '' }) => ({
      tone: tones[status as keyof typeof tones] ?? 'muted',
      label: stateLabels[status as keyof typeof stateLabels] ?? (status || 'Unknown'),
    }),
    { priority: 1, width: 150 },
  ),
  order.text('validation', 'Validation', validationText, {
    width: '36%',
    cell: (row) => <span className={classes.lines}>{validationText(row)}</span>,
  }),
  order.text('certificate', 'Certificate', ({ serialNumber }) => serialNumber, {
    width: '16%',
    missing: '–',
    to: ({ CertID }) => (CertID === undefined ? undefined : paths.certificate(String(CertID))),
  }),
  order.text('renews', 'Type', ({ renews }) => (renews ? 'Renewal' : 'Order'), { hidden: true, width: 90 }),
  order.text('account', 'Account', ({ account }) => (account === undefined ? undefined : String(account)), {
    width: 90,
  }),
  order.text('contact', 'Contact', ({ contact = [] }) => contact.map(mailIn).join('\n'), { hidden: true }),
  order.time('created', 'Created', ({ CreationTime }) => CreationTime, { width: 130 }),
  order.time('expires', 'Expires', ({ ExpiryTime }) => ExpiryTime, { width: 130, hidden: true }),
]

const mailIn = (contact: string) => contact.replace(/^mailto:/, '')

/** Validation attempts for each name, with errors. */
function validationText({ validations = [], problem, status }: AcmeOrderRow): string {
  const lines = validations.flatMap(({ name = '', status: state, challenges = [] }) => {
    const tried = challenges.filter((challenge) => challenge.status !== 'pending')
    if (state === 'deactivated') return [`${name}: deactivated by the client`]
    if (tried.length === 0) return [`${name}: no challenge answered yet`]
    return tried.map((challenge) => `${name}: ${challengeText(challenge)}`)
  })
  const isSaid = lines.some((line) => problem !== undefined && line.includes(problem))
  return [...lines, ...(problem !== undefined && status === 'invalid' && !isSaid ? [problem] : [])].join('\n')
}

type Challenge = NonNullable<NonNullable<AcmeOrderRow['validations']>[number]['challenges']>[number]

function challengeText({ type = '', status, problem, attempts = 0, NextTime }: Challenge): string {
  if (status === 'valid') return `validated by ${type}`
  const times = counted(attempts, 'attempt', 'attempts')
  if (status === 'invalid')
    return `failed by ${type} after ${times}. ${problem ?? 'No reason reported by the service.'}`
  const next = instantOf(NextTime)
  const again = problem === undefined ? '' : ` Last failure: ${problem}`
  return `${type} is being checked, ${times}${next ? `, next at ${absoluteTime(next)}` : ''}.${again}`
}

const account = columnsOf<AcmeAccountRow>()
const accountStates = {
  valid: { tone: 'ok', label: 'Active' },
  deactivated: { tone: 'muted', label: 'Deactivated by its owner' },
  revoked: { tone: 'warn', label: 'Deactivated here' },
} as const

export const accountColumns = (deactivate: (account: AcmeAccountRow) => void) => [
  account.text('account', 'Account', (row) => (row.account === undefined ? undefined : String(row.account)), {
    priority: 1,
    width: 100,
  }),
  account.text('contact', 'Contact', ({ contact = [] }) => contact.map(mailIn).join('\n'), {
    priority: 1,
    missing: 'None',
  }),
  account.badge(
    'state',
    'State',
    ({ status = '' }) =>
      accountStates[status as keyof typeof accountStates] ?? { tone: 'muted', label: status || 'Unknown' },
    { width: 200 },
  ),
  account.text('binding', 'Bound by key', ({ binding }) => binding, { missing: '–' }),
  account.number('orders', 'Orders', ({ orders }) => orders, { width: 90 }),
  account.text('address', 'Registered from', ({ address }) => address, { width: 150 }),
  account.time('created', 'Registered', ({ CreationTime }) => CreationTime, { width: 130 }),
  account.code('thumbprint', 'Key thumbprint', ({ thumbprint }) => thumbprint, { breaks: true, hidden: true }),
  account.actions(
    (row) => (
      <ActionButton
        endpoint={deactivateAcmeAccount}
        size="compact-xs"
        reason={
          row.account === undefined
            ? 'The service did not report its number.'
            : row.status !== 'valid' && 'It is already deactivated.'
        }
        aria-label={`Deactivate account ${row.account ?? ''}`}
        onClick={() => deactivate(row)}
      >
        Deactivate
      </ActionButton>
    ),
    { width: 115 },
  ),
]
