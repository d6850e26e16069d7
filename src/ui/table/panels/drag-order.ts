import { type DragEvent, useState } from 'react'

export type DragOrder = ReturnType<typeof useDragOrder>

/** Reorders items by drag and drop. Buttons must offer the same to keyboard users. */
export function useDragOrder(move: (id: string, to: string) => void) {
  const [drag, setDrag] = useState<{ id: string; over?: string }>()
  const source = (id: string) => ({
    draggable: true,
    onDragStart: ({ dataTransfer }: DragEvent) => {
      dataTransfer.effectAllowed = 'move'
      setDrag({ id })
    },
    onDragEnd: () => setDrag(undefined),
  })
  const target = (id: string) => ({
    'data-over': (drag && drag.id !== id && drag.over === id) || undefined,
    onDragOver: (event: DragEvent) => {
      if (!drag) return
      event.preventDefault()
      if (drag.over !== id) setDrag({ ...drag, over: id })
    },
    onDrop: (event: DragEvent) => {
      if (!drag) return
      event.preventDefault()
      if (drag.id !== id) move(drag.id, id)
      setDrag(undefined)
    },
  })
  return { source, target }
}
