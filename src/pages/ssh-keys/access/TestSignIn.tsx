import { useState } from 'react'
import { change, useAttempt } from '#api/change.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { notReported } from '#components/offered/not-reported.ts'
import type { Output } from '#contract/endpoint.ts'
import { placeText } from '#contract/keys/rules/ssh-key-list.ts'
import { testSshKey } from '#contract/keys/ssh-resources.ts'
import { instantOf } from '#contract/time.ts'
import type { Association } from '#pages/ssh-keys/associations.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Button, Group, Stack, Text } from '#ui/layout/layout.ts'
import { Moment } from '#ui/values/Moment.tsx'

/** Result of the last sign-in test, and a button to repeat it. */
export const TestSignIn = ({ place }: { place: Association }) => (
  <ActionButton
    size="compact-xs"
    endpoint={testSshKey}
    aria-label={`Test sign-in of ${placeText(place)}`}
    renderDialog={(close) => <Test place={place} onClose={close} />}
  >
    Test
  </ActionButton>
)

type Tested = Output<typeof testSshKey>

function Test({ place, onClose }: { place: Association; onClose: () => void }) {
  const { KeyName: keyName = '', ResourceName: resourceName = '', UserName: userName = '' } = place
  const [tested, setTested] = useState<Tested>(place)
  const [isTested, setIsTested] = useState(false)
  const { problem, pending, attempt } = useAttempt()
  const { Outcome, OutcomeText, TestedTime } = tested
  return (
    <Dialog title={`Sign-in of ${placeText(place)}`} onClose={onClose}>
      <Stack gap="sm">
        <Text size="sm">The service signs in with “{keyName}” and ends the session at once. No command is run.</Text>
        {Outcome ? (
          <Notice
            tone={Outcome === 'opens' ? 'ok' : Outcome === 'refused' ? 'bad' : 'warn'}
            title={titleOf(Outcome)}
            urgent
          >
            <span style={{ overflowWrap: 'anywhere' }}>
              {OutcomeText} (<Moment at={instantOf(TestedTime)} raw={TestedTime} />)
            </span>
          </Notice>
        ) : (
          <Notice tone="muted" title={isTested ? `${notReported} the result` : 'Not tested yet'} urgent={isTested} />
        )}
        {problem && <ProblemPanel problem={problem} />}
        <Group justify="end">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button
            loading={pending}
            onClick={() =>
              attempt(async () => {
                setTested(await change(testSshKey, { keyName, resourceName, userName }))
                setIsTested(true)
              })
            }
          >
            Test sign-in
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

const titleOf = (outcome: string) =>
  outcome === 'opens' ? 'Sign-in succeeded' : outcome === 'refused' ? 'Sign-in refused' : 'Sign-in could not be tested'
