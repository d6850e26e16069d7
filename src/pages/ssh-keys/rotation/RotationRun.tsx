import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '#api/may.ts'
import { problemOf } from '#api/problem.ts'
import { associateKey } from '#contract/keys/ssh.ts'
import { everyAssociation } from '#pages/ssh-keys/queries.ts'
import { idOf, isDone } from '#pages/ssh-keys/run/each-account.ts'
import { RunProgress } from '#pages/ssh-keys/run/RunProgress.tsx'
import { useRun } from '#pages/ssh-keys/run/use-run.ts'
import { UnreadAccounts } from '#pages/ssh-keys/UnreadAccounts.tsx'
import { Confirm } from '#ui/dialog/Confirm.tsx'
import { Loading } from '#ui/feedback/Loading.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Button, Stack, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { addEverywhere, removeEverywhere, type Step, stepsOf } from './rotation.ts'
import { RotationTable } from './RotationTable.tsx'

/** Adds the new key everywhere, then takes the old one away where the host was seen to have the new one. */
export function RotationRun({ former, next }: { former: string; next: string }) {
  const { data, error, refetch } = useQuery(everyAssociation)
  const run = useRun()
  const { outcomes, running } = run
  const [asking, setAsking] = useState(false)
  const may = useMay()(associateKey.permission)
  if (error && !data) return <ProblemPanel problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Loading />

  const steps = stepsOf(data.rows, former, next)
  const isSeen = (step: Step) => isDone(outcomes.get(idOf(step)))
  const waiting = steps.filter(({ stage }) => stage === 'both')
  const isReady = steps.every(({ stage }) => stage !== 'old') && waiting.every(isSeen) && waiting.length > 0
  const isOver = steps.length > 0 && steps.every(({ stage }) => stage === 'new')
  return (
    <>
      <UnreadAccounts unread={data.unread} />
      <Panel
        title="2. Deploy the new key"
        actions={
          !isOver && (
            <Button
              size="xs"
              variant={isReady ? 'default' : 'filled'}
              disabled={!may || running !== undefined || steps.length === 0}
              loading={running !== undefined}
              onClick={() => void run.run(steps.length, (watch) => addEverywhere(steps, next, watch))}
            >
              Deploy new key and verify
            </Button>
          )
        }
      >
        <Stack gap="sm">
          <Text size="sm">
            “{next}” is added to authorized_keys of each account that has “{former}”, and each host is checked. The old
            key is kept for now, so no access is lost.
          </Text>
          <RunProgress label="Rotation" run={run} />
          <RotationTable steps={steps} outcomes={outcomes} former={former} next={next} />
        </Stack>
      </Panel>
      <Panel
        title="3. Remove the old key"
        actions={
          !isOver && (
            <Button
              size="xs"
              color="red.9"
              disabled={!may || running !== undefined || !isReady}
              onClick={() => setAsking(true)}
            >
              Remove the old key
            </Button>
          )
        }
      >
        {isOver ? (
          <Notice tone="ok" title={`Rotation complete: “${next}” has replaced “${former}” on all accounts`} urgent>
            <span>The old key is still stored. Delete it on its page when it is no longer needed.</span>
          </Notice>
        ) : (
          <Text size="sm">
            {isReady
              ? 'All hosts confirmed the new key. Test a sign-in with it before you continue.'
              : 'Available after all hosts have confirmed the new key.'}
          </Text>
        )}
      </Panel>
      {asking && (
        <Confirm
          title={`Remove “${former}” from ${waiting.length === 1 ? '1 account' : `${waiting.length} accounts`}?`}
          action="Remove"
          typed={former}
          onConfirm={() => run.run(waiting.length, (watch) => removeEverywhere(steps, { former, next }, watch))}
          onClose={() => setAsking(false)}
          problemOf={problemOf}
        >
          Each host is checked for “{next}” again before “{former}” is removed. The process stops at the first failure
          and can be resumed.
        </Confirm>
      )}
    </>
  )
}
