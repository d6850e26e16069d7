import { useState } from 'react'
import { isEnded, reasonText, releaseCode } from '#contract/keys/rules/revocation-state.ts'
import { Button, Group } from '#ui/layout.ts'
import { Moment } from '#ui/Moment.tsx'
import { Notice } from '#ui/Notice.tsx'
import type { Subject } from './CertificateActions.tsx'
import { Outcome } from './Outcome.tsx'
import { RevokeDialog } from './RevokeDialog.tsx'

/** That it is revoked, why and since when, and the way back where there is one. */
export function RevocationNotice(subject: Subject) {
  const [releasing, setReleasing] = useState(false)
  const [outcome, setOutcome] = useState<string>()
  const { revocation } = subject.row
  const { at, raw, state } = revocation
  return (
    <>
      {isEnded(revocation) && (
        <Notice tone={state === 'held' ? 'warn' : 'bad'} title={state === 'held' ? 'On hold' : 'Revoked'}>
          <span>
            {state === 'held' ? 'Since ' : `${reasonText(revocation)}, since `}
            <Moment at={at} raw={raw} />. {consequences[state === 'held' ? state : 'revoked']}
          </span>
          {state === 'held' && (
            <Group>
              <Button size="xs" variant="default" onClick={() => setReleasing(true)}>
                Release from hold
              </Button>
            </Group>
          )}
        </Notice>
      )}
      {releasing && (
        <RevokeDialog {...subject} given={releaseCode} onDone={setOutcome} onClose={() => setReleasing(false)} />
      )}
      {outcome !== undefined && <Outcome text={outcome} onClose={() => setOutcome(undefined)} />}
    </>
  )
}

const consequences = {
  held: 'Clients refuse it until it is released, or revoked for good.',
  revoked:
    'It stays revoked: nothing takes that back. “Renew” makes a new certificate with a new key; this one has to be replaced wherever it is installed.',
}
