import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useAttempt } from '#api/change.ts'
import { query } from '#api/query.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { startAsJob } from '#components/jobs/start-job.ts'
import { columnsOf } from '#components/lists/Columns.tsx'
import { deployKey } from '#contract/keys/jobs/account-jobs.ts'
import { accountId } from '#contract/keys/rules/hosts/ssh-account.ts'
import { associateKey, exportSshKey } from '#contract/keys/ssh.ts'
import { accountCount } from '#pages/ssh-keys/account-count.ts'
import { accountColumns, accountItem } from '#pages/ssh-keys/account-items.ts'
import { paths } from '#paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Loading } from '#ui/feedback/Loading.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Stack, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { Properties } from '#ui/values/Properties.tsx'
import { fileOf, type KeyAccount } from './accounts.ts'

type Props = { keyName: string; accounts: readonly KeyAccount[] }

/** Preview of the changes, applied by a job. */
export function DeployKey({ keyName, accounts }: Props) {
  const { problem, pending, attempt } = useAttempt()
  const navigate = useNavigate()
  const start = async () => {
    const title = `Deploy “${keyName}” to ${accountCount(accounts.length)}`
    const { id } = await startAsJob({
      endpoint: deployKey,
      title,
      input: { keyName },
      items: accounts.map(accountItem),
    })
    await navigate(paths.job(String(id)))
  }
  return (
    <>
      <TheLine keyName={keyName} />
      <Panel
        title="3. Hosts"
        actions={
          <ActionButton
            endpoint={associateKey}
            size="xs"
            variant="filled"
            loading={pending}
            onClick={() => attempt(start)}
          >
            Deploy to {accountCount(accounts.length)}
          </ActionButton>
        }
      >
        <Stack gap="sm">
          <Text size="sm">
            This starts a job. Each host is checked before anything is written; the line is appended to the file,
            existing lines are not changed, and a sign-in with the key is tested. Failed accounts can be retried.
          </Text>
          {problem && <ProblemPanel problem={problem} />}
          <DataTable
            caption="Accounts"
            rows={accounts}
            columns={columns}
            rowId={accountId}
            empty={<Empty title="No accounts selected" />}
          />
        </Stack>
      </Panel>
    </>
  )
}

/** The authorized_keys line, which is the same for all accounts. */
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
const columns = [
  ...accountColumns<KeyAccount>(),
  code('file', 'File', fileOf, { width: '35%' }),
  text('reach', 'Connection', ({ reach }) => reach),
]
