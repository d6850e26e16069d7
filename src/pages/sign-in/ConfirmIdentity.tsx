import { later } from '#ui/layout/later.ts'
import { Suspense, useEffect, useState } from 'react'
import { onConfirmationNeeded } from '#api/confirmation.ts'
import { onNewsOfOtherTabs } from '#api/other-tabs.ts'
import type { SignedIn } from '#contract/session.ts'

const ConfirmDialog = later(async () => (await import('./ConfirmDialog.tsx')).ConfirmDialog)

type Question = { purpose: string; answer: (confirmed: boolean) => void }

/** Asks for re-authentication when a call requires it; the call waits for the result. */
export function ConfirmIdentity({ user, by }: Pick<SignedIn, 'user' | 'by'>) {
  const [question, setQuestion] = useState<Question>()

  // Registers with the API client. On unmount, cancels a pending confirmation, so that no call waits forever.
  useEffect(() => {
    let cancel = () => {}
    const end = onConfirmationNeeded((purpose) => {
      const { promise, resolve: answer } = Promise.withResolvers<boolean>()
      cancel = () => answer(false)
      setQuestion({ purpose, answer })
      return promise.finally(() => setQuestion(undefined))
    })
    return () => {
      end()
      cancel()
    }
  }, [])
  // Messages of the identity provider's window, or of other tabs with the same session.
  useEffect(() => onNewsOfOtherTabs((news) => news === 'confirmed' && question?.answer(true)), [question])

  return <Suspense>{question && <ConfirmDialog {...question} userName={user.name} by={by} />}</Suspense>
}
