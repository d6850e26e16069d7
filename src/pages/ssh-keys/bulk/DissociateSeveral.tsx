import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { invalidate } from '#api/change.ts'
import { prefetch } from '#api/query.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import { eachItem, isDone, isFailed } from '#components/bulk/each-item.ts'
import { RunProgress } from '#components/bulk/RunProgress.tsx'
import { columnsOf } from '#components/lists/Columns.tsx'
import { dissociateKey } from '#contract/keys/ssh.ts'
import { associationsOf } from '#pages/ssh-keys/associations.ts'
import { type Account, idOf } from '#pages/ssh-keys/run/account.ts'
import { takeFrom } from '#pages/ssh-keys/run/on-hosts.ts'
import { RunTable } from '#pages/ssh-keys/run/RunTable.tsx'
import { inProgress, useRun } from '#pages/ssh-keys/run/use-run.ts'
import { paths } from '#paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Stack, Text } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { Panel } from '#ui/layout/Panel.tsx'
import { useChosen } from './chosen.ts'
import { counted } from './counted.ts'

export const loader = ({ params: { name = '' } }: LoaderFunctionArgs) => prefetch(associationsOf({ keys: [name] }))

/** One key, taken from many accounts. */
export function Component() {
  const { name = '' } = useParams()
  const { chosen } = useChosen()
  const { data } = useQuery(associationsOf({ keys: [name] }))
  const run = useRun()
  const { outcomes, running } = run
  const pathOf = ({ resourceName, userName }: Account) =>
    data?.rows.find((one) => one.KeyName === name && one.ResourceName === resourceName && one.UserName === userName)
      ?.Path
  const left = chosen.filter((account) => !isDone(outcomes.get(idOf(account))))
  const isTriedBefore = left.some((account) => isFailed(outcomes.get(idOf(account))))
  const takeAway = () =>
    run.run(left.length, async (watch) => {
      await eachItem(left, watch, async (account) => {
        return (await takeFrom(account, name)) ?? 'Removed from the account'
      })
      await invalidate(dissociateKey.changes)
    })
  return (
    <Page title={`Dissociate ${name}`} actions={<ActionLink to={paths.sshKey(name)}>Back to key</ActionLink>}>
      <Panel
        title="Accounts"
        actions={
          left.length > 0 && (
            <ActionButton
              variant="filled"
              endpoint={dissociateKey}
              size="xs"
              color="red.9"
              reason={running && inProgress}
              renderDialog={(close) => (
                <Confirm
                  title={`Remove “${name}” from ${counted(left.length)}?`}
                  action="Remove"
                  typed={name}
                  // The dialog makes room: how each is doing stands on the page.
                  onConfirm={async () => void takeAway()}
                  onClose={close}
                >
                  Hosts are processed one by one. Unreachable hosts are skipped and can be retried.
                </Confirm>
              )}
            >
              {isTriedBefore ? `Retry ${counted(left.length)}` : `Remove from ${counted(left.length)}`}
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
          <RunProgress label="Removing" run={run} many="accounts" />
          {chosen.length > 0 && left.length === 0 && (
            <Notice tone="ok" title={`“${name}” removed from ${counted(chosen.length)}`} urgent />
          )}
          <RunTable
            rows={chosen}
            columns={data?.isListed === false ? [] : [fileColumn(pathOf)]}
            outcomes={outcomes}
            empty={<Empty title="No accounts selected" hint="Select accounts on the page of the key." />}
          />
        </Stack>
      </Panel>
    </Page>
  )
}

const { code } = columnsOf<Account>()
const fileColumn = (pathOf: (account: Account) => string | undefined) => code('file', 'File', pathOf, { width: '28%' })
