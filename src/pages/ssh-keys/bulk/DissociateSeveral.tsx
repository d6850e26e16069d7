import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { problemOf } from '#api/problem-of.ts'
import { prefetch } from '#api/query.ts'
import { useMay } from '#api/use-may.ts'
import { dissociateKey } from '#contract/keys/ssh.ts'
import { everyAssociation } from '#pages/ssh-keys/queries.ts'
import { type Account, eachAccount, idOf, isDone, isFailed } from '#pages/ssh-keys/run/each-account.ts'
import { takeFrom } from '#pages/ssh-keys/run/on-hosts.ts'
import { RunProgress } from '#pages/ssh-keys/run/RunProgress.tsx'
import { RunTable } from '#pages/ssh-keys/run/RunTable.tsx'
import { useRun } from '#pages/ssh-keys/run/use-run.ts'
import { paths } from '#paths.ts'
import { Confirm } from '#ui/dialog/Confirm.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Button, Stack, Text } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { Panel } from '#ui/layout/Panel.tsx'
import type { Column } from '#ui/table/column.ts'
import { useChosen } from './chosen.ts'
import { counted } from './counted.ts'

export const loader = () => prefetch(everyAssociation)

/** One key, taken from many accounts. */
export function Component() {
  const { name = '' } = useParams()
  const may = useMay()(dissociateKey.permission)
  const { chosen } = useChosen()
  const { data } = useQuery(everyAssociation)
  const [asking, setAsking] = useState(false)
  const run = useRun()
  const { outcomes, running } = run
  const pathOf = ({ resourceName, userName }: Account) =>
    data?.rows.find((one) => one.KeyName === name && one.ResourceName === resourceName && one.UserName === userName)
      ?.Path
  const left = chosen.filter((account) => !isDone(outcomes.get(idOf(account))))
  const isTriedBefore = left.some((account) => isFailed(outcomes.get(idOf(account))))
  const takeAway = () =>
    run.run(left.length, (watch) =>
      eachAccount(left, watch, async (account) => {
        await takeFrom(account, name)
        return 'It opens the account no more'
      }),
    )
  return (
    <Page
      title={`Dissociate ${name}`}
      actions={
        <Button component={Link} variant="default" to={paths.sshKey(name)}>
          To the key
        </Button>
      }
    >
      <Panel
        title="The accounts"
        actions={
          left.length > 0 && (
            <Button
              size="xs"
              color="red.9"
              disabled={!may || running !== undefined}
              title={may ? undefined : `Your account needs ${dissociateKey.permission}`}
              onClick={() => setAsking(true)}
            >
              {isTriedBefore ? `Try ${counted(left.length)} again` : `Take it from ${counted(left.length)}`}
            </Button>
          )
        }
      >
        <Stack gap="sm">
          {chosen.length > 0 && (
            <Text size="sm">
              Every line by which “{name}” opens these accounts is taken away; all other lines stay as they are. Whoever
              gets in by this key alone gets in no more.
            </Text>
          )}
          <RunProgress label="Taking away" run={run} />
          {chosen.length > 0 && left.length === 0 && (
            <Notice tone="ok" title={`“${name}” opens ${counted(chosen.length)} no more`} urgent />
          )}
          <RunTable
            rows={chosen}
            columns={[fileColumn(pathOf)]}
            outcomes={outcomes}
            empty={<Empty title="No account is chosen" hint="Choose them on the page of the key." />}
          />
        </Stack>
      </Panel>
      {asking && (
        <Confirm
          title={`Take “${name}” from ${counted(left.length)}?`}
          action="Take it away"
          typed={name}
          // The dialog makes room: how each is doing stands on the page.
          onConfirm={async () => void takeAway()}
          onClose={() => setAsking(false)}
          problemOf={problemOf}
        >
          One host after the other; one that cannot be reached is passed over, and can be tried again.
        </Confirm>
      )}
    </Page>
  )
}

const fileColumn = (pathOf: (account: Account) => string | undefined): Column<Account> => ({
  id: 'file',
  header: 'File',
  width: '28%',
  value: pathOf,
  cell: (account) => <code>{pathOf(account) ?? '–'}</code>,
})
