import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Chat } from './state/chat.ts';

export const ChatContext = createContext<Chat | null>(null);

export function useChat(): Chat {
  const chat = useContext(ChatContext);
  if (chat === null) throw new Error('There is no chat around this component');
  return chat;
}
