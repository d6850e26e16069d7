import { createElement, useState } from 'react'
import type { StatedReason } from '#contract/reason.ts'
import { type Question, ReasonDialog } from './ReasonDialog.tsx'

type Asked = Question & { settle: (why: StatedReason | undefined) => void }

/** Asks why something is done that the audit is to explain. Undefined: the person would rather not do it. */
export function useReason() {
  const [asked, setAsked] = useState<Asked>()
  const askReason = (question: Question) =>
    new Promise<StatedReason | undefined>((settle) => setAsked({ ...question, settle }))
  const onAnswer = (why: StatedReason | undefined) => {
    setAsked(undefined)
    asked?.settle(why)
  }
  return { askReason, dialog: asked && createElement(ReasonDialog, { ...asked, onAnswer }) }
}
