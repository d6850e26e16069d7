import { Suspense, useState } from 'react'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { ValueNotes } from '#components/value-notes/ValueNotes.tsx'
import { revokeCertificate } from '#contract/keys/certificates.ts'
import { endedWords, isEnded, reasonOf, releaseCode } from '#contract/keys/rules/revocation-state.ts'
import { EndedNotice } from '#ui/feedback/EndedNotice.tsx'
import { Group } from '#ui/layout/layout.ts'
import { RevokeDialog } from './later-dialogs.ts'
import type { RevocationCallbacks, Subject } from './subject.ts'

/** Revocation reason and time, with a release action for certificates on hold. */
export function RevocationNotice({ onRevoked, onFailed, ...subject }: Subject & RevocationCallbacks) {
  const [releasing, setReleasing] = useState(false)
  const { revocation } = subject.row
  const { at, raw, state } = revocation
  const place = reasonOf(revocation).code
  return (
    <>
      {isEnded(revocation) && (
        <EndedNotice
          words={endedWords(revocation)}
          aside={place && <ValueNotes place={place} />}
          at={at}
          raw={raw}
          held={state === 'held'}
        >
          {state === 'held' && (
            <Group>
              <ActionButton size="xs" endpoint={revokeCertificate} onClick={() => setReleasing(true)}>
                Release from hold
              </ActionButton>
            </Group>
          )}
        </EndedNotice>
      )}
      {/* Outside the notice, which a release removes. */}
      <Suspense>
        {releasing && (
          <RevokeDialog
            {...subject}
            given={releaseCode}
            onDone={onRevoked}
            onFailed={onFailed}
            onClose={() => setReleasing(false)}
          />
        )}
      </Suspense>
    </>
  )
}
