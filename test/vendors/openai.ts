export { default as OpenAI } from 'openai';
export { ChatCompletionStream } from 'openai/lib/ChatCompletionStream';
export { Stream } from 'openai/streaming';
