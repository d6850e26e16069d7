import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useNavigate, useParams } from 'react-router'
import { prefetch } from '#api/query.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import { Permitted } from '#components/actions/Permitted.tsx'
import { startAsJob } from '#components/jobs/start-job.ts'
import { columnsOf } from '#components/lists/Columns.tsx'
import { removeKey } from '#contract/keys/jobs/account-jobs.ts'
import { type Account, accountId } from '#contract/keys/rules/hosts/ssh-account.ts'
import { dissociateKey } from '#contract/keys/ssh.ts'
import { accountCount } from '#pages/ssh-keys/account-count.ts'
import { accountColumns, accountItem } from '#pages/ssh-keys/account-items.ts'
import { associationsOf } from '#pages/ssh-keys/associations.ts'
import { paths } from '#paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Stack, Text } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { Panel } from '#ui/layout/Panel.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { useChosen } from './chosen.ts'

export const loader = ({ params: { name = '' } }: LoaderFunctionArgs) => prefetch(associationsOf({ keys: [name] }))

/** Removes a key from several accounts. */
export function Component() {
  const { name = '' } = useParams()
  const { chosen } = useChosen()
  const { data } = useQuery(associationsOf({ keys: [name] }))
  const navigate = useNavigate()
  const pathOf = ({ resourceName, userName }: Account) =>
    data?.rows.find((one) => one.KeyName === name && one.ResourceName === resourceName && one.UserName === userName)
      ?.Path
  const takeAway = async () => {
    const title = `Remove “${name}” from ${accountCount(chosen.length)}`
    const items = chosen.map(accountItem)
    const { id } = await startAsJob({ endpoint: removeKey, title, input: { keyName: name }, items })
    await navigate(paths.job(String(id)))
  }
  return (
    <Page title={`Dissociate ${name}`} actions={<ActionLink to={paths.sshKey(name)}>Back to key</ActionLink>}>
      <Permitted endpoint={dissociateKey}>
        <Panel
          title="Accounts"
          actions={
            chosen.length > 0 && (
              <ActionButton
                variant="filled"
                endpoint={dissociateKey}
                size="xs"
                color="red.9"
                renderDialog={(close) => (
                  <Confirm
                    title={`Remove “${name}” from ${accountCount(chosen.length)}?`}
                    action="Remove"
                    typed={name}
                    onConfirm={takeAway}
                    onClose={close}
                  >
                    A job removes the key from each account. Hosts that cannot be reached can be retried on its page.
                  </Confirm>
                )}
              >
                Remove from {accountCount(chosen.length)}
              </ActionButton>
            )
          }
        >
          <Stack gap="sm">
            {chosen.length > 0 && (
              <Text size="sm">
                All lines with the key “{name}” are removed from these accounts. Other lines are not changed. Users who
                sign in only with this key lose access.
              </Text>
            )}
            <DataTable
              caption="Accounts"
              rows={chosen}
              columns={[...accountColumns<Account>(), ...(data?.isListed === false ? [] : [fileColumn(pathOf)])]}
              rowId={accountId}
              empty={<Empty title="No accounts selected" hint="Select accounts on the page of the key." />}
            />
          </Stack>
        </Panel>
      </Permitted>
    </Page>
  )
}

const { code } = columnsOf<Account>()
const fileColumn = (pathOf: (account: Account) => string | undefined) => code('file', 'File', pathOf, { width: '64%' })
