import { useState } from 'react'
import { ValueNotes } from '#components/value-notes/ValueNotes.tsx'
import { endedWords, isEnded, reasonOf, releaseCode } from '#contract/keys/rules/revocation-state.ts'
import { EndedNotice } from '#ui/feedback/EndedNotice.tsx'
import { Button, Group } from '#ui/layout/layout.ts'
import { RevokeDialog } from './RevokeDialog.tsx'
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
              <Button size="xs" variant="default" onClick={() => setReleasing(true)}>
                Release from hold
              </Button>
            </Group>
          )}
        </EndedNotice>
      )}
      {releasing && (
        <RevokeDialog
          {...subject}
          given={releaseCode}
          onDone={onRevoked}
          onFailed={onFailed}
          onClose={() => setReleasing(false)}
        />
      )}
    </>
  )
}
