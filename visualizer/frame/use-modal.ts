// A dialog that is open for as long as it is there.
import { useLayoutEffect, useRef } from 'react'

/** For the `dialog`; `close` takes it away. */
export function useModal(close: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = ref.current
    element?.showModal()
    // What had the focus gets it back.
    return () => element?.close()
  }, [])
  return { ref, onClose: () => ref.current?.open || close() }
}
