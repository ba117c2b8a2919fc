export {
  type Content,
  type GenerateContentResponse,
  type GenerationConfig,
  GoogleGenAI,
  type Part,
  type Tool,
  type ToolConfig,
} from '@google/genai';
