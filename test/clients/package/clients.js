export { createOpenAI } from '@ai-sdk/openai';
export { constructLlmApi } from '@continuedev/openai-adapters';
export { ChatOpenAI } from '@langchain/openai';
export { OpenAI as LlamaIndexOpenAI } from '@llamaindex/openai';
export { convertToModelMessages, generateText, readUIMessageStream, streamText } from 'ai';
