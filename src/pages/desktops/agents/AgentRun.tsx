import { useQuery } from '@tanstack/react-query'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { columnsOf } from '#components/lists/Columns.tsx'
import { ListTable } from '#components/lists/ListTable.tsx'
import type { ComputerAction } from '#contract/desktop/status.ts'
import { paths } from '#paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import type { Tone } from '#ui/feedback/StatusBadge.tsx'
import { focusOn } from '#ui/keyboard/focus-on.ts'
import { Anchor, Button, Group, Stack, Text, Title } from '#ui/layout/layout.ts'
import { useAddress } from '#ui/table/address.ts'
import { type Followed, followQuery, isEnded } from './agent-follow.ts'
import { factsOf, howMany, type Run } from './agent-plan.ts'
import { useCheck } from './AgentActions.tsx'

/** What became of each computer. The server's "accepted" is where it begins. */
export function AgentRun({ run }: { run: Run }) {
  const { action, targets } = run
  const asked = useQuery(followQuery(run))
  const { data } = asked
  const check = useCheck()
  const address = useAddress()
  const failed = (data ?? []).filter(({ state }) => state === 'failed').map(({ id }) => id)
  return (
    <Stack gap="md">
      <Title order={2} size="h3" w="fit-content" tabIndex={-1} ref={focusOn}>
        {factsOf[action].title}: {howMany(targets.length)}
      </Title>
      <Text component="output" aria-live="polite">
        {progressOf(run, data)}
      </Text>
      <ListTable
        asked={asked}
        caption="Result"
        rows={data ?? none}
        rowId={({ id }) => id}
        rowHref={({ id }) => paths.computer(id)}
        columns={resultColumns[action]}
        state={{ address }}
        exportAs={`${action}-result`}
        empty={<Empty title="The action was not sent to any computer" />}
      />
      <Group gap="sm">
        {failed.length > 0 && (
          <Button onClick={() => check(action, failed)}>{`Try again on ${howMany(failed.length)} that failed`}</Button>
        )}
        <ActionLink to={paths.desktopAgents}>Choose other computers</ActionLink>
      </Group>
    </Stack>
  )
}

const none: Followed[] = []

/** "Accepted by the server for 12 computers. 8 installed, 2 failed, 2 not ended yet." */
function progressOf({ action, accepted, targets }: Run, data: readonly Followed[] = []): string {
  const count = (wanted: Followed['state']) => data.filter(({ state }) => state === wanted).length
  const open = targets.length - data.filter(isEnded).length
  const parts = [
    [count('done'), factsOf[action].doneWords.toLowerCase()],
    [count('failed'), 'failed'],
    [count('gone'), 'no longer listed'],
    [open, 'pending'],
  ] as const
  const said = parts
    .filter(([number]) => number > 0)
    .map(([number, words]) => `${number.toLocaleString('en')} ${words}`)
  const start = accepted === undefined ? 'Accepted by the server.' : `Accepted by the server for ${howMany(accepted)}.`
  return `${start} ${said.join(', ')}.`
}

const toneOf: Record<Followed['state'], Tone> = {
  waiting: 'info',
  running: 'info',
  done: 'ok',
  failed: 'bad',
  gone: 'muted',
}
const stateWords = (action: ComputerAction, { state }: Followed) =>
  ({
    waiting: 'Accepted, pending',
    running: 'In progress',
    done: factsOf[action].doneWords,
    failed: 'Failed',
    gone: 'No longer listed',
  })[state]

const { text, badge } = columnsOf<Followed>({ sortable: true, filter: true })

const columnsFor = (action: ComputerAction) => [
  text('name', 'Name', ({ name }) => name, { width: '30%' }),
  badge('state', 'Result', (row) => ({ tone: toneOf[row.state], label: stateWords(action, row) }), { width: 190 }),
  text('remarks', 'Server response', ({ remarks }) => remarks),
  text('error', 'Error code', ({ error }) => error, {
    width: 150,
    filter: false,
    cell: ({ error, help }) =>
      error && help ? (
        <Anchor href={help} target="_blank" rel="noreferrer" size="sm">
          {error}, troubleshooting
        </Anchor>
      ) : (
        error || '–'
      ),
  }),
]

const resultColumns = { install: columnsFor('install'), uninstall: columnsFor('uninstall'), scan: columnsFor('scan') }
