import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAttempt } from '#api/change.ts'
import { useOffers } from '#api/query.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import { QueryState } from '#components/actions/QueryState.tsx'
import { startAsJob } from '#components/jobs/start-job.ts'
import { StartedJob } from '#components/jobs/StartedJob.tsx'
import { deployKey, replaceKey } from '#contract/keys/jobs/account-jobs.ts'
import { testSshKey } from '#contract/keys/ssh-resources.ts'
import { associateKey, dissociateKey } from '#contract/keys/ssh.ts'
import { accountCount } from '#pages/ssh-keys/account-count.ts'
import { accountItem } from '#pages/ssh-keys/account-items.ts'
import { associationsOf } from '#pages/ssh-keys/associations.ts'
import { UnreadAccounts } from '#pages/ssh-keys/UnreadAccounts.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Stack, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { type Step, stepsOf } from './rotation.ts'
import { RotationTable } from './RotationTable.tsx'

const awaitsHosts = 'Available after the new key was deployed to all accounts.'

const notDeployed = (isWhole: boolean) =>
  isWhole ? 'The key is not deployed to any account.' : 'None of the accounts that were read has the key.'

const readyText = (isTested: boolean, isWhole: boolean) =>
  isTested
    ? `All accounts ${isWhole ? '' : 'that were read '}have the new key. A sign-in with it is tested on each again before the old key is removed.`
    : `All hosts ${isWhole ? '' : 'that were read '}list the new key. This server does not test a sign-in: test it yourself before you continue.`

/** Rotation in two jobs: deploys the new key to all accounts, then removes the old one where the new one was found. */
export function RotationRun({ former, next }: { former: string; next: string }) {
  const { data, error, refetch } = useQuery(associationsOf({ keys: [former, next] }))
  const offersTest = useOffers(testSshKey)
  const { problem, pending, attempt } = useAttempt()
  const [job, setJob] = useState<number>()
  if (!data) return <QueryState error={error} refetch={refetch} waiting />

  const steps = stepsOf(data.rows, former, next)
  const waiting = steps.filter(({ stage }) => stage === 'both')
  const isReady = steps.every(({ stage }) => stage !== 'old') && waiting.length > 0
  const isOver = steps.length > 0 && steps.every(({ stage }) => stage === 'new')
  // With unread accounts, the totals are unknown: one of them can have the old key.
  const isWhole = data.unread.length === 0
  const add = async () => {
    const title = `Rotate “${former}”: deploy “${next}” to ${accountCount(steps.length)}`
    const items = steps.map((step) => itemOf(step, { isDeployed: step.stage !== 'old' }))
    const { id } = await startAsJob({ endpoint: deployKey, title, input: { keyName: next }, items })
    setJob(id)
  }
  const remove = async () => {
    const title = `Rotate “${former}”: remove it from ${accountCount(waiting.length)}`
    const input = { keyName: next, formerKey: former }
    const { id } = await startAsJob({ endpoint: replaceKey, title, input, items: waiting.map((step) => itemOf(step)) })
    setJob(id)
  }
  return (
    <>
      <UnreadAccounts of={data} />
      <Panel
        title="2. Deploy the new key"
        actions={
          !isOver && (
            <ActionButton
              endpoint={associateKey}
              size="xs"
              variant={isReady ? 'default' : 'filled'}
              reason={steps.length === 0 && notDeployed(isWhole)}
              loading={pending}
              onClick={() => attempt(add)}
            >
              Deploy new key and verify
            </ActionButton>
          )
        }
      >
        <Stack gap="sm">
          <Text size="sm">
            A job adds “{next}” to authorized_keys of each account that has “{former}”, and tests a sign-in with it. The
            old key is kept for now, so no access is lost.
          </Text>
          {problem && <ProblemPanel problem={problem} />}
          {job !== undefined && <StartedJob id={job} />}
          <RotationTable steps={steps} former={former} next={next} />
        </Stack>
      </Panel>
      <Panel
        title="3. Remove the old key"
        actions={
          !isOver && (
            <ActionButton
              variant="filled"
              endpoint={dissociateKey}
              size="xs"
              color="red.9"
              reason={!isReady && awaitsHosts}
              renderDialog={(close) => (
                <Confirm
                  title={`Remove “${former}” from ${accountCount(waiting.length)}?`}
                  action="Remove"
                  typed={former}
                  onConfirm={remove}
                  onClose={close}
                >
                  “{next}” is tested on each host again before “{former}” is removed. The job pauses at the first
                  failure and can be resumed.
                </Confirm>
              )}
            >
              Remove the old key
            </ActionButton>
          )
        }
      >
        {isOver && !isWhole ? (
          <Notice tone="warn" title={`“${next}” has replaced “${former}” on the accounts that were read`}>
            <span>
              {accountCount(data.unread.length)} may still have the old key. Read them above before you delete it.
            </span>
          </Notice>
        ) : isOver ? (
          <Notice tone="ok" title={`Rotation complete: “${next}” has replaced “${former}” on all accounts`} urgent>
            <span>The old key is still stored. Delete it on its page when it is no longer needed.</span>
          </Notice>
        ) : (
          <Text size="sm">{isReady ? readyText(offersTest, isWhole) : awaitsHosts}</Text>
        )}
      </Panel>
    </>
  )
}

function itemOf(step: Step, more: { isDeployed?: boolean } = {}) {
  const { input, ...item } = accountItem(step)
  return { ...item, input: { ...input, ...more } }
}
