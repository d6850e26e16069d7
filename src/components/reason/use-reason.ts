import { createElement, useState } from 'react'
import type { StatedReason } from '#contract/reason.ts'
import { type Question, ReasonDialog } from './ReasonDialog.tsx'

type PendingQuestion = Question & { settle: (why: StatedReason | undefined) => void }

/** Prompts for the reason of an action that the audit records. Resolves to undefined if the user cancels. */
export function useReason() {
  const [asked, setAsked] = useState<PendingQuestion>()
  const askReason = (question: Question) =>
    new Promise<StatedReason | undefined>((settle) => setAsked({ ...question, settle }))
  const onAnswer = (why: StatedReason | undefined) => {
    setAsked(undefined)
    asked?.settle(why)
  }
  return { askReason, dialog: asked && createElement(ReasonDialog, { ...asked, onAnswer }) }
}
