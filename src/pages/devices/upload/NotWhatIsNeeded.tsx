import { Notice } from '#ui/feedback/Notice.tsx'

/** The server decides; who chose the wrong file learns it before it is sent. */
export const NotWhatIsNeeded = ({ needed }: { needed: string }) => (
  <Notice tone="warn" title={`This file is not ${needed}`}>
    <span>The server is likely to reject it.</span>
  </Notice>
)
