import { useQuery } from '@tanstack/react-query'
import { invalidate } from '#api/change.ts'
import { query } from '#api/query.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { eachItem, isDone, isFailed } from '#components/bulk/each-item.ts'
import { RunProgress } from '#components/bulk/RunProgress.tsx'
import { columnsOf } from '#components/lists/Columns.tsx'
import { associateKey, exportSshKey } from '#contract/keys/ssh.ts'
import { idOf } from '#pages/ssh-keys/run/account.ts'
import { addTo, isPresent } from '#pages/ssh-keys/run/on-hosts.ts'
import { RunTable } from '#pages/ssh-keys/run/RunTable.tsx'
import { inProgress, useRun } from '#pages/ssh-keys/run/use-run.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Loading } from '#ui/feedback/Loading.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Group, Stack, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { Properties } from '#ui/values/Properties.tsx'
import { fileOf, type KeyAccount, reachText } from './accounts.ts'
import { counted } from './counted.ts'

type Props = { keyName: string; accounts: readonly KeyAccount[] }

/** What will be written where, who cannot get it and why; then it is written, one host after the other. */
export function AssociateRun({ keyName, accounts }: Props) {
  const look = useRun()
  const write = useRun()
  const isLooked = look.outcomes.size > 0
  const isBusy = look.running !== undefined || write.running !== undefined
  const of = (outcomes: typeof look.outcomes, test: typeof isDone) =>
    accounts.filter((account) => test(outcomes.get(idOf(account))))
  const ready = of(look.outcomes, isDone).filter((account) => !write.outcomes.has(idOf(account)))
  const [failed, written] = [of(write.outcomes, isFailed), of(write.outcomes, isDone)]
  const lookAt = () =>
    look.run(accounts.length, (watch) =>
      eachItem(accounts, watch, async (account) =>
        (await isPresent(keyName, account)) ? 'Ready, already deployed' : 'Ready',
      ),
    )
  const writeTo = (wanted: readonly KeyAccount[]) =>
    write.run(wanted.length, async (watch) => {
      await eachItem(wanted, watch, async (account) => `Deployed, ${await addTo(account, keyName)}`)
      await invalidate(associateKey.changes)
    })
  return (
    <>
      <TheLine keyName={keyName} />
      <Panel
        title="3. Hosts"
        actions={
          <Group gap="xs">
            <ActionButton
              endpoint={associateKey}
              size="xs"
              variant={isLooked ? 'default' : 'filled'}
              reason={isBusy && inProgress}
              onClick={() => void lookAt()}
            >
              Check hosts
            </ActionButton>
            {failed.length > 0 && (
              <ActionButton
                endpoint={associateKey}
                size="xs"
                reason={isBusy && inProgress}
                onClick={() => void writeTo(failed)}
              >
                Retry {counted(failed.length)}
              </ActionButton>
            )}
            <ActionButton
              endpoint={associateKey}
              size="xs"
              variant={isLooked ? 'filled' : 'default'}
              reason={isBusy ? inProgress : ready.length === 0 && 'Check the hosts first.'}
              onClick={() => void writeTo(ready)}
            >
              {ready.length === 0 ? 'Deploy' : `Deploy to ${counted(ready.length)}`}
            </ActionButton>
          </Group>
        }
      >
        <Stack gap="sm">
          <Text size="sm">
            Hosts are checked first without changes. The line is appended to the file, and existing lines are not
            changed. Failed accounts can be retried.
          </Text>
          <RunProgress label="Checking" run={look} many="accounts" />
          <RunProgress label="Deploying" run={write} many="accounts" />
          {!isBusy && write.outcomes.size > 0 && <Result written={written.length} failed={failed.length} />}
          <RunTable
            rows={accounts}
            columns={previewColumns}
            outcomes={new Map([...look.outcomes, ...write.outcomes])}
            empty={<Empty title="No accounts selected" />}
          />
        </Stack>
      </Panel>
    </>
  )
}

const Result = ({ written, failed }: { written: number; failed: number }) => (
  <Notice
    tone={failed === 0 ? 'ok' : 'warn'}
    title={failed === 0 ? `Deployed to ${counted(written)}` : `Deployed to ${counted(written)}, ${failed} failed`}
    urgent
  />
)

/** The same line for each of them. */
function TheLine({ keyName }: { keyName: string }) {
  const { data: file, error } = useQuery(query(exportSshKey, { keyName, keyExportType: 'public' }))
  if (error) return <QueryProblem error={error} />
  if (!file) return <Loading lines={2} />
  const line = new TextDecoder().decode(file.bytes).trim()
  return (
    <Properties
      title="2. Change"
      columns={1}
      items={[
        { label: 'Appended line', value: <code>{line}</code>, copy: line },
        { label: 'Options', value: 'None: the key has all permissions of the user' },
      ]}
    />
  )
}

const { text, code } = columnsOf<KeyAccount>()
const previewColumns = [
  code('file', 'File', fileOf, { width: '28%' }),
  text('reach', 'Connection', ({ reach }) => reachText(reach)),
]
